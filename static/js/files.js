// Files that a page makes: shared where the browser shares files (over https), else saved.

/** Whether the file was saved: else it was shared, or somebody chose not to share it. */
export async function passOn(file) {
  const isShared = navigator.canShare?.({ files: [file] }) && (await share(file))
  if (!isShared) save(file)
  return !isShared
}

const share = (file) => navigator.share({ files: [file] }).then(() => true, ({ name }) => name === "AbortError")

function save(file) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10000)
}
