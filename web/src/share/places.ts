// Addresses that share a link through other services. Nothing is loaded from them: these are links that the reader
// follows.

export interface Place {
  name: string;
  href: string;
}

export function placesFor(text: string, url: string): Place[] {
  const both = encodeURIComponent(`${text} ${url}`);
  const link = encodeURIComponent(url);
  return [
    { name: "WhatsApp", href: `https://wa.me/?text=${both}` },
    { name: "Telegram", href: `https://t.me/share/url?url=${link}&text=${encodeURIComponent(text)}` },
    { name: "Facebook", href: `https://www.facebook.com/sharer/sharer.php?u=${link}` },
    { name: "SMS", href: `sms:?&body=${both}` },
  ];
}
