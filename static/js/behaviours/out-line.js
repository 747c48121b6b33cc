// A sheet of plain fields. The player who went out holds nothing, so nothing of that line is sent. Each other line is
// either points, counted cards or no score: filling one empties the others.

import { forgive } from "../app.js"

const SAID = [".points", ".counts input", "[type=checkbox]"]

export default function outLine(form) {
  const show = () => {
    for (const line of form.querySelectorAll(".line")) {
      const out = line.dataset.seat === form.elements.went_out.value
      for (const field of line.querySelectorAll("input")) field.disabled = out
    }
  }
  form.addEventListener("change", ({ target }) => {
    show()
    answered(target.closest("fieldset"))
  })
  form.addEventListener("input", ({ target }) => sayOne(target))
  show()
}

/** An answered question is refused no longer, whatever is answered next. */
function answered(question) {
  const told = question?.getAttribute("aria-describedby")
  if (!told) return
  forgive(question.form, [document.getElementById(told.trim())])
  for (const name of ["aria-invalid", "aria-describedby"]) question.removeAttribute(name)
}

function sayOne(field) {
  const line = field.closest(".line")
  const said = field.type === "checkbox" ? field.checked : field.value
  if (!line || !said) return
  for (const other of SAID.filter((kind) => !field.matches(kind))) {
    for (const input of line.querySelectorAll(other)) {
      if (input.type === "checkbox") input.checked = false
      else input.value = ""
    }
  }
}
