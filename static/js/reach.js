// Asks our server, within a deadline. Only an answer with our header is one: a café's network answers with pages of its own.

import { released } from "./app.js"

const LONGEST = 12000
const LONGEST_AFTER_FAILURE = 4000
let isReached = true

/** The answer of our server, null without one. After a failure it has less time; with a `signal` it has all the time. */
export async function answerOf(address, options) {
  const signal = AbortSignal.timeout?.(isReached ? LONGEST : LONGEST_AFTER_FAILURE)
  const answer = await fetch(address, { signal, ...options }).catch(() => null)
  if (options?.signal?.aborted) return null
  isReached = Boolean(answer?.headers.has("Scorekeeper"))
  return isReached ? answer : null
}

/** The page that our server answers, to be shown at once, with its status; no page without an answer. */
export async function pageOf(address, options) {
  const answer = await answerOf(address, options)
  const text = await answer?.text().catch(() => null)
  await released()
  return { status: answer?.status, page: text == null ? null : parse(text) }
}

export const parse = (text) => new DOMParser().parseFromString(text, "text/html")

/** Whether our server answers. */
export const reaches = async () => Boolean(await answerOf("/healthz", { method: "HEAD" }))
