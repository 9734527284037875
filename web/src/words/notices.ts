// A notice about a game as one sentence, for the page and for push notifications.

import { NOTICE_KINDS } from "../messages";
import type { NoticesTexts } from "./texts";

export function noticeText(kind: string, by: string | null, notices: NoticesTexts): string {
  const known = NOTICE_KINDS.find((name) => name === kind);
  if (known === undefined) return notices.other;
  return notices[known]({ named: by === null ? "no" : "yes", name: by ?? "" });
}
