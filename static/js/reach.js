// Asks our server, within a deadline. Only an answer with our header is one: a café's network answers with pages of its own.

const LONGEST = 12000
const LONGEST_AFTER_FAILURE = 4000
let isReached = true

/** The answer of our server, null without one. After a failure it has less time. */
export async function answerOf(address, options) {
  const signal = AbortSignal.timeout?.(isReached ? LONGEST : LONGEST_AFTER_FAILURE)
  const answer = await fetch(address, { ...options, signal }).catch(() => null)
  isReached = Boolean(answer?.headers.has("Scorekeeper"))
  return isReached ? answer : null
}

/** Whether our server answers. */
export const reaches = async () => Boolean(await answerOf("/healthz", { method: "HEAD" }))
