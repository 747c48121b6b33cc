// A sheet of plain fields: whoever went out holds nothing, so nothing of that line is sent.

export default function outLine(form) {
  const show = () => {
    for (const line of form.querySelectorAll(".line")) {
      const out = line.dataset.seat === form.elements.went_out.value
      for (const field of line.querySelectorAll("input")) field.disabled = out
    }
  }
  form.addEventListener("change", show)
  show()
}
