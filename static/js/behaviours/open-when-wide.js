// Opens a folded part that stands beside the text on wide screens; on a phone it stays folded until it is tapped.

const wide = matchMedia("(min-width: 52rem)")

export default function openWhenWide(details) {
  const follow = () => (details.open = wide.matches)
  wide.addEventListener("change", follow)
  follow()
}
