/** Random names for things. getRandomValues works on plain http too, randomUUID does not. */
export function randomId(bytes = 12): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes))
  return Array.from(values, (value) => value.toString(16).padStart(2, '0')).join('')
}
