"""The rules for plain English: phrases to avoid, what to write instead, and limits for sentences."""

import re
from collections.abc import Iterator

LONGEST_SENTENCE = 35  # words

_PHRASES = {
    r"who(?:m|so)?ever": "say who: “the player who”, “anyone who”",
    r"so (?:many|much)": "give the number, or “this many”",
    r"a no(?![-\w])": "say “a refusal” or “an error”",
    r"of it": "name the thing",
    r"(?:hears?|heard|hearing) of": "“is notified of”, “learns about”",
    r"(?:be|is|are|was|were|been|being) told(?! apart)": "“is notified”, “receives”, or turn the sentence round",
    r"for ever": "“forever”",
    r"anew": "“again”",
    r"in vain": "“without success”",
    r"shall": "“will” or “must”",
    r"as ever": "“as before”, “as usual”",
    r"says? so": "name what is said",
    r"lets? go": "“release”, “drop”",
    r"(?:hangs?|hung|hanging) up": "“disconnect”",
    r"puts? away": "“dismiss”, “remove”",
    r"mend(?:s|ed|ing)?": "“fix”, “repair”",
    r"anyhow|sooner than|beside each other|goes on by itself|nobody will|the like|need be|thrice|whence": "reword",
    r"porter|postman|farewell|household|landlord|lodgings?": "use the word of the field",
}
_RULES = [(re.compile(rf"\b(?:{phrase})\b", re.IGNORECASE), advice) for phrase, advice in _PHRASES.items()]

# “What is late is dropped” has two verbs; “What a move did” has one, and is a caption.
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|gets?|goes|go|stays?|counts?|needs?|takes?|comes?|must|may|can|will)\b"
)
# A function says what it does; a property is named like a value, and may be described like one.
_NO_VERB = re.compile(r"(?:The|An?|Whether|How|What|Who|Whose|Which|Where|Why|Every|All|Gives|Of)\b")
_QUOTED = re.compile(r"`[^`]*`|“[^”]*”|\"[^\"]*\"")


def faults(text: str, kind: str) -> Iterator[str]:
    """Return what is wrong with a passage, and what to write instead."""
    plain = _QUOTED.sub("…", re.sub(r"\]\([^)]*\)", "]", text))
    for pattern, advice in _RULES:
        if found := pattern.search(plain):
            yield f"“{found[0]}”: {advice}"
    if kind == "docstring" and (found := _NO_VERB.match(plain)):
        yield f"starts with “{found[0]}”: start with a verb, such as “Return”"
    if kind in ("text", "docstring", "page text"):
        for sentence in re.split(r"(?<=[.!?:;])\s+", plain):
            yield from _sentence_faults(sentence)


def _sentence_faults(sentence: str) -> Iterator[str]:
    words = sentence.split()
    if len(words) > LONGEST_SENTENCE:
        yield f"a sentence of {len(words)} words (at most {LONGEST_SENTENCE}): “{' '.join(words[:6])}…”"
    if sentence.endswith("?"):
        return
    if re.match(r"Who\b", sentence) or (re.match(r"What\b", sentence) and len(_VERB.findall(sentence)) > 1):
        yield f"a riddle: “{' '.join(words[:6])}…”; put the subject first"
    if re.match(r"Of (?!course)", sentence):
        yield f"turned round: “{' '.join(words[:6])}…”; put the subject first"
