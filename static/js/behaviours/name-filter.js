// Shows the players of a league whose names hold what is typed; with nothing typed, those that stood there at first.

// What no decomposition parts; rules/names.py has the same.
const PLAIN = { ł: "l", đ: "d", ø: "o", ħ: "h", ŧ: "t", ı: "i", æ: "ae", œ: "oe", ß: "ss" }

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
  const apart = text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "")
  return apart.replace(/[łđøħŧıæœß]/g, (letter) => PLAIN[letter])
}
