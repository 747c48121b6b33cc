// Shows the players of a league whose names hold what is typed, one or two letters only where a word begins; with nothing
// typed, those that were there at first.

// Blank and invisible characters, and letters that Unicode does not decompose; as in rules/names.py.
const BLANK = /[\u2800\u{1d159}\u{13441}\u{13442}]/gu
const UNSEEN = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
const PLAIN = { ł: "l", đ: "d", ø: "o", ħ: "h", ŧ: "t", ı: "i", æ: "ae", œ: "oe", ß: "ss" }

export default function nameFilter(field) {
  // The list is filtered already; Enter would press the first button of the form.
  field.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault())
  const filter = () => {
    const chips = [...field.form.querySelectorAll(".known .button")]
    const nobody = document.getElementById("nobody-found")
    const sought = folded(field.value)
    for (const chip of chips) chip.hidden = sought ? !matches(folded(chip.value), sought) : !("usual" in chip.dataset)
    nobody.hidden = chips.some((chip) => !chip.hidden)
  }
  field.addEventListener("input", filter)
  // Somebody may have typed before this script was there.
  if (field.value) filter()
}

const matches = (name, sought) => sought.length > 2 ? name.includes(sought) : name.split(/[\s'’-]/).some((word) => word.startsWith(sought))

function folded(text) {
  const apart = text.toLowerCase().normalize("NFKD").replace(BLANK, " ").replace(UNSEEN, "")
  return apart.replace(/\s+/g, " ").trim().replace(/[łđøħŧıæœß]/g, (letter) => PLAIN[letter])
}
