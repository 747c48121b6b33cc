// Shows the players of a league whose names hold what is typed; with nothing typed, those that stood there at first.

export default function nameFilter(field) {
  const chips = [...field.form.querySelectorAll(".known .button")]
  const nobody = document.getElementById("nobody-found")
  field.addEventListener("input", () => {
    const sought = folded(field.value.trim())
    for (const chip of chips) chip.hidden = sought ? !folded(chip.value).includes(sought) : !("usual" in chip.dataset)
    nobody.hidden = chips.some((chip) => !chip.hidden)
  })
}

function folded(text) {
  return text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "")
}
