"""The web client's page, with a title and a link preview for each address."""

import re
from html import escape

from noughts.doors.pages.files import StoredFile, file_of
from noughts.doors.pages.link_previews import LinkPreview
from noughts.doors.pages.preview_texts import Words
from noughts.server.previews.preview_jobs import HEIGHT, WIDTH

_TITLE = re.compile(r"<title>[^<]*</title>")
_DESCRIPTION = re.compile(r'<meta\s+name="description"[^>]*>\s*')
_BETWEEN = "\n    "
_LANGUAGE = '<html lang="en">'


class HtmlPage:
    """The page as built by Vite, split where the head of each address goes."""

    def __init__(self, built: StoredFile) -> None:
        html = _DESCRIPTION.sub("", built.forms["identity"].decode(), count=1)
        self._before, self._after = _TITLE.split(html, maxsplit=1)

    def file(self, preview: LinkPreview, words: Words, address: str | None, path: str) -> StoredFile:
        """Return the page for a path under this public address.

        Without a public address there is no preview, because a picture needs a full URL.
        """
        title, text = escape(preview.title), escape(preview.text)
        head = [f"<title>{title}</title>", f'<meta name="description" content="{text}" />']
        if address is not None:
            tags = {
                "og:site_name": escape(words.title),
                "og:type": "website",
                "og:title": title,
                "og:description": text,
                "og:url": escape(address + path),
                "og:locale": words.region,
            }
            if preview.picture:
                tags |= {
                    "og:image": escape(address + preview.picture),
                    "og:image:type": "image/png",
                    "og:image:width": str(WIDTH),
                    "og:image:height": str(HEIGHT),
                    "og:image:alt": title,
                }
            head += [f'<meta property="{name}" content="{value}" />' for name, value in tags.items()]
            # Twitter takes the rest from the tags above.
            card = "summary_large_image" if preview.picture else "summary"
            head.append(f'<meta name="twitter:card" content="{card}" />')
        before = self._before.replace(_LANGUAGE, f'<html lang="{words.language}">', 1)
        return file_of((before + _BETWEEN.join(head) + self._after).encode(), "text/html")
