// Links that were sent by e-mail. The token follows the #, a part of the address that browsers never send to a server.

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
