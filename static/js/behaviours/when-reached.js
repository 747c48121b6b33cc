// Sends a form only if the server answers: without a connection the page stays, with all that was typed, and says so.

const LONGEST_WAIT = 8000

export default function whenReached(form) {
  const unsent = form.querySelector(".unsent")
  let isAsking = false
  let isReached = false

  form.addEventListener("submit", async (event) => {
    // Older browsers can only send it at once.
    if (isReached || !form.requestSubmit) return
    event.preventDefault()
    if (isAsking) return
    isAsking = true
    unsent.hidden = true
    try {
      // This script itself: the page may be dear to answer.
      await fetch(import.meta.url, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout?.(LONGEST_WAIT) })
      isReached = true
      form.requestSubmit(event.submitter)
    } catch {
      unsent.hidden = false
    }
    isAsking = isReached = false
  })
}
