// A page that the browser kept, and shows again on the way back, may be in the language before another was chosen.

export default function chosenLanguage({ lang }) {
  const look = () => {
    const chosen = /(?:^|; )(?:__Host-)?language=([^;]*)/.exec(document.cookie)?.[1]
    if (chosen && chosen !== lang) location.reload()
  }
  const [{ type }] = performance.getEntriesByType("navigation")
  if (type === "back_forward") look()
  addEventListener("pageshow", ({ persisted }) => persisted && look())
}
