// A list whose rows are moved by their handle, by finger or mouse. The buttons of each row do the same without it.
// The list sends a "reordered" event.

export default function dragList(list) {
  let row = null

  list.addEventListener("pointerdown", (event) => {
    if (!event.target.closest(".handle")) return
    event.preventDefault()
    row = event.target.closest("li")
    row.classList.add("is-dragged")
    list.setPointerCapture(event.pointerId)
  })

  list.addEventListener("pointermove", ({ clientY }) => {
    if (!row) return
    const other = [...list.children].find((item) => item !== row && holds(item, clientY))
    if (!other) return
    const down = row.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING
    other[down ? "after" : "before"](row)
  })

  for (const end of ["pointerup", "pointercancel"]) list.addEventListener(end, () => row && drop())

  function drop() {
    row.classList.remove("is-dragged")
    row = null
    list.dispatchEvent(new CustomEvent("reordered", { bubbles: true }))
  }
}

function holds(item, y) {
  const { top, bottom } = item.getBoundingClientRect()
  return y > top && y < bottom
}
