// Keeps the screen awake while the page is shown, where the browser can (secure contexts only).

export default function wakeLock() {
  const hold = () => document.hidden || navigator.wakeLock?.request("screen").catch(() => null)
  document.addEventListener("visibilitychange", hold)
  hold()
}
