/** Every input that was ever at the path bound at this place, on any machine. */
export const inputsAtPath = (parameter: string): string =>
  `(SELECT input_id FROM run_sheets JOIN runs ON runs.id = run_sheets.run_id WHERE file = ${parameter})`
