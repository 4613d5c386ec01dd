/** The sandbox's own choice: the service's rule is not shown. */
export const minPasswordLength = 12

export interface PasswordProblem {
  field: 'password' | 'repeated'
  message: string
}

/** Counts code points; there are no rules of composition. */
export function checkPasswords(password: string, repeated: string): readonly PasswordProblem[] {
  if ([...password].length < minPasswordLength) {
    return [{ field: 'password', message: `Choose a password of at least ${minPasswordLength} characters.` }]
  }
  if (password !== repeated) return [{ field: 'repeated', message: 'Enter the same password a second time.' }]
  return []
}
