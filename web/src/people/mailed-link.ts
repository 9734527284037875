// Links that were sent by e-mail. What follows the # is known to this page only: browsers send it to no server.

export interface MailedLink {
  purpose: "confirm" | "recover";
  token: string;
}

const LINK = /^#(confirm|recover)=([0-9A-Za-z]{43})$/;

/** The link in this part of the address, if it is one. */
export function mailedLink(hash: string): MailedLink | null {
  const [, purpose, token] = LINK.exec(hash) ?? [];
  return token === undefined ? null : { purpose: purpose as MailedLink["purpose"], token };
}
