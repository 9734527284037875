// Counting in Russian: 1 ход, 2 хода, 5 ходов, 21 ход.

const rules = new Intl.PluralRules("ru");

/** The number with the form of the word that goes with it: after 1, after 2 to 4, after 5 and more. */
export function counted(n: number, one: string, few: string, many: string): string {
  return `${n} ${form(n, one, few, many)}`;
}

export function form(n: number, one: string, few: string, many: string): string {
  const category = rules.select(n);
  if (category === "one") return one;
  // Fractions take the form that also follows 2 to 4.
  return category === "many" ? many : few;
}
