const MIN_PASSWORD = 12;

/** What is wrong with an address, before it is sent; the server has the last word. */
export function emailProblem(email: string, missing = "Write your email address."): string | undefined {
  if (email.trim() === "") return missing;
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? undefined : "Write an address like name@example.com.";
}

export function newPasswordProblem(password: string): string | undefined {
  return [...password].length < MIN_PASSWORD ? `Use at least ${MIN_PASSWORD} characters.` : undefined;
}
