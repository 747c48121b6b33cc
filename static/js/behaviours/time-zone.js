// Fills an empty field with this phone's time zone.

export default function timeZone(input) {
  input.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone ?? ""
}
