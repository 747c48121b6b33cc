// Opens a folded part that the address leads into, where the browser does not do so by itself.

export default function openLinked(details) {
  const open = () => {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)))
    if (!target || details.open || !details.contains(target)) return
    details.open = true
    target.scrollIntoView()
  }
  addEventListener("hashchange", open)
  open()
}
