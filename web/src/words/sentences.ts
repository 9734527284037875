// The page's texts with the functions that choose among them, for texts that depend on several values.

import type { TimeLeft } from "../game/clock";
import type { Place } from "../game/grid";
import type { Status } from "../game/status";
import type { ClockSetting } from "../messages";
import { clockSettingText, clockText, durationText, pointsText } from "./figures";
import { noticeText } from "./notices";
import type { FirstTexts } from "./parts";
import { placeText, statusText } from "./status";
import type { PageTexts } from "./texts";

export interface Words extends PageTexts {
  readonly language: string;
  readonly status: (status: Status) => string;
  readonly notice: (kind: string, by: string | null) => string;
  readonly place: (place: Place) => string;
  readonly points: (score: number) => string;
  readonly clock: (left: TimeLeft) => string;
  readonly duration: (seconds: number) => string;
  readonly clockSetting: (clock: ClockSetting | null) => string;
  readonly levelHint: (level: number) => string;
  readonly variantTitle: (name: string, rows: number, cols: number) => string;
  readonly variantHowTo: (name: string) => string;
  readonly refusal: (code: string | undefined, reason: string | undefined, waitSeconds: number | undefined) => string;
}

export function wordsOf({ page, notices, refusals }: FirstTexts, language: string): Words {
  return {
    ...page,
    language,
    status: (status) => statusText(status, page),
    notice: (kind, by) => noticeText(kind, by, notices),
    place: (place) => placeText(place, page),
    points: pointsText,
    clock: (left) => clockText(left, page.clocks),
    duration: (seconds) => durationText(seconds, page.clocks),
    clockSetting: (clock) => clockSettingText(clock, page.clocks),
    levelHint: (level) => at(page.levels, `level${level}`) ?? "",
    variantTitle: (name, rows, cols) => at(page.variants, name)?.title ?? `${rows}×${cols}`,
    variantHowTo: (name) => at(page.variants, name)?.howTo ?? "",
    refusal: (code, reason, waitSeconds) => {
      const said = (refusals && at(refusals, code)) ?? reason ?? page.failed;
      return waitSeconds === undefined
        ? said
        : page.wait({ reason: said, time: durationText(waitSeconds, page.clocks) });
    },
  };
}

/** The text for a name that the server sent, if there is one. */
function at<T extends object, Name extends keyof T>(texts: T, name: string | undefined): T[Name] | undefined {
  return name !== undefined && Object.hasOwn(texts, name) ? texts[name as Name] : undefined;
}
