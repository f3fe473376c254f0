import type { CdpPage } from '../chromium/browser.ts';
import type { Region } from '../contract.ts';

/** Browsers start with `en-US` and UTC. */
const OWN_LANGUAGE = 'en';

/** Gives a page the language and the time zone of a document, for its scripts and for what the browser writes itself. */
export async function setRegion(page: CdpPage, { locale, timezone }: Region): Promise<void> {
  await Promise.all([
    locale === undefined || locale === OWN_LANGUAGE ? undefined : page.send('Emulation.setLocaleOverride', { locale }),
    timezone === undefined ? undefined : page.send('Emulation.setTimezoneOverride', { timezoneId: timezone }),
  ]);
}

/** Elements that Chromium fills with the time of printing. */
const SHOWS_DATE = /\bclass\s*=\s*["']?[^"'>]*\bdate\b/i;

/** Whether a header or footer shows in which language and zone its browser is: a page that is used again has only one. */
export const showsRegion = (region: Region, html: string): boolean =>
  ((region.locale !== undefined && region.locale !== OWN_LANGUAGE) || region.timezone !== undefined) && SHOWS_DATE.test(html);
