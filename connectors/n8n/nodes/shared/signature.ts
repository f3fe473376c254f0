import { createHmac, timingSafeEqual } from 'crypto';

const TOLERANCE_S = 5 * 60;

export interface Signed {
	readonly id: string;
	/** Seconds since 1970. */
	readonly timestamp: string;
	/** `v1,` and base64, several of them with spaces between. */
	readonly signatures: string;
	readonly body: string;
}

/** Whether a delivery is signed by this secret and not older than five minutes, by Standard Webhooks. */
export function isSigned({ id, timestamp, signatures, body }: Signed, secret: string): boolean {
	if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE_S) return false;
	const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
	const wanted = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
	return signatures.split(' ').some((signature) => {
		const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
		return signature.startsWith('v1,') && given.length === wanted.length && timingSafeEqual(given, wanted);
	});
}
