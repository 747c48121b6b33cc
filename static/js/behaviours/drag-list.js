// A list whose rows are moved by their handle, by finger or mouse. The handle is a button: a tap moves its row, too.
// The list sends a "reordered" event.

export default function dragList(list) {
  let row = null

  list.addEventListener("pointerdown", ({ target }) => (row = target.closest(".handle")?.closest("li")))

  list.addEventListener("pointermove", ({ clientY, pointerId, buttons }) => {
    if (!buttons) row = null
    const other = row && [...list.children].find((item) => item !== row && holds(item, clientY))
    if (!other) return
    // From here on it is no tap: the click that follows is the list's.
    list.setPointerCapture(pointerId)
    row.classList.add("is-dragged")
    const down = row.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING
    other[down ? "after" : "before"](row)
  })

  // A handle loses the finger that the list has taken.
  list.addEventListener("lostpointercapture", ({ target }) => {
    if (target !== list) return
    row?.classList.remove("is-dragged")
    row = null
    list.dispatchEvent(new CustomEvent("reordered", { bubbles: true }))
  })
}

function holds(item, y) {
  const { top, bottom } = item.getBoundingClientRect()
  return y > top && y < bottom
}
