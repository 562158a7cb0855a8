/** The intent of the form. */
export const GRADE = "grade-results";

/** Grades as buttons: what is sent, and what it means. */
export const gradeChoices = [
  { sent: "3", value: 3, word: "best" },
  { sent: "2", value: 2, word: "good" },
  { sent: "1", value: 1, word: "weak" },
  { sent: "0", value: 0, word: "no answer" },
  { sent: "-", value: null, word: "none" },
] as const;
