// Two quick taps on a button send its form once: the second would be refused for what the first has done, and only that be
// shown.

// Milliseconds in which a form that was sent may still have no answer.
const ANSWERED = 1000

export default function once(part) {
  let sentAt
  part.addEventListener("submit", (event) => {
    // A passkey is asked for first.
    if (event.defaultPrevented) return
    if (event.timeStamp - sentAt < ANSWERED) event.preventDefault()
    sentAt = event.timeStamp
  })
}
