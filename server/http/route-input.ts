import type { z } from 'zod';
import { type FieldProblem, invalidFields } from '../contract/errors.ts';
import type { HubContext } from '../contract/request-state.ts';
import type { Principal, Route } from '../contract/route.ts';
import { canonicalDigest } from '../idempotency/canonical.ts';
import { readJson } from './body.ts';
import type { BodyBudget, BodyShare } from './body-budget.ts';
import { trimToSchema } from './checked-values.ts';
import type { JsonParser, ParsedBody } from './json-parser.ts';
import type { JsonLimits } from './json-scan.ts';
import { withoutFields } from './partial-body.ts';
import { wordsOf } from './problem-words.ts';

/** How the bodies of all routes are read. */
export interface BodyReading {
  /** Largest size in bytes for routes that set no limit of their own. */
  readonly limit: number;
  readonly json: Omit<JsonLimits, 'maxTextBytes'>;
  readonly parser: JsonParser;
  readonly budget: BodyBudget;
}

/** One request whose caller is known. */
export interface Incoming {
  readonly ctx: HubContext;
  readonly route: Route;
  /** Nobody on routes without a key. */
  readonly principal: Principal | undefined;
  readonly share: BodyShare;
  /** Under an Idempotency-Key: whether it is the same request again is told by its digest. */
  readonly wantsDigest: boolean;
}

export interface SentInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Of one text: 5 MB, every character written as an escape. Longer ones are put together at once, in one go. */
const TEXT_BYTES = 32 * 1024 * 1024;
/** For callers without a key, who have nothing to send that would be larger. */
const ANONYMOUS_BYTES = 64 * 1024;
/** Callers are told of fewer, and none is told of thousands. */
const MAX_PROBLEMS = 100;

/** @throws ValidationError naming every wrong field, and what reading the body throws */
export async function parseInput(incoming: Incoming, bodies: BodyReading): Promise<SentInput & { readonly digest: string }> {
  const { ctx, route, wantsDigest } = incoming;
  const problems: FieldProblem[] = [];
  const params = parsePart(route.params, ctx.params, problems);
  const query = parsePart(route.query, { ...ctx.query }, problems);
  const sent = route.body === undefined ? { value: undefined, digest: null } : await bodyOf(incoming, bodies);
  const body = route.body === undefined ? undefined : parsePart(route.body, trimToSchema(route.body, sent.value), problems);
  if (problems.length > 0) throw invalidFields([...problems, ...(await problemsOfRest(incoming, sent.value, problems))]);
  return { params, query, body, digest: wantsDigest ? canonicalDigest([params, query, sent.digest]) : '' };
}

/** What the route finds in a body besides what its schema refuses. */
async function problemsOfRest({ route, principal }: Incoming, body: unknown, problems: readonly FieldProblem[]): Promise<FieldProblem[]> {
  const named = new Set(problems.map(({ field }) => field));
  const rest = route.problemsOf === undefined ? undefined : withoutFields(body, [...named]);
  const parsed = rest === undefined ? undefined : route.body?.safeParse(rest.value);
  if (rest === undefined || parsed?.success !== true) return [];
  const found = (await route.problemsOf?.({ body: parsed.data, principal })) ?? [];
  return found
    .map(({ field, message }) => ({ field: rest.nameInWhole(field), message }))
    .filter(({ field }) => !named.has(field))
    .slice(0, MAX_PROBLEMS);
}

async function bodyOf({ ctx, route, principal, share, wantsDigest }: Incoming, bodies: BodyReading): Promise<ParsedBody> {
  const isOptional = route.optionalBody === true;
  const { parser } = bodies;
  const json = { ...bodies.json, maxTextBytes: route.textLimit ?? TEXT_BYTES };
  const allowed = route.bodyLimit ?? bodies.limit;
  const limit = principal === undefined ? Math.min(allowed, ANONYMOUS_BYTES) : allowed;
  return readJson(ctx.req, { parser, json, share, wantsDigest, isOptional, limit, owner: principal?.accountId ?? '' });
}

function parsePart(schema: z.ZodType | undefined, value: unknown, problems: FieldProblem[]): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    if (problems.length >= MAX_PROBLEMS) break;
    problems.push(...describeIssue(issue).slice(0, MAX_PROBLEMS));
  }
  return undefined;
}

const isOfOtherType = ({ code, path }: z.core.$ZodIssue): boolean => code === 'invalid_type' && path.length === 0;

/**
 * Unknown keys become one problem each, under their own name; the other issues are already one a field. Of a union, what is wrong with a
 * value of the only option that takes its type.
 */
function describeIssue(issue: z.core.$ZodIssue, above: readonly PropertyKey[] = []): FieldProblem[] {
  const place = [...above, ...issue.path];
  const path = place.map(String);
  const [option, ...others] = issue.code === 'invalid_union' ? issue.errors.filter((issues) => !issues.some(isOfOtherType)) : [];
  if (option !== undefined && others.length === 0) return option.flatMap((inner) => describeIssue(inner, place));
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.slice(0, MAX_PROBLEMS);
    return keys.map((key) => ({ field: [...path, key].join('.'), message: 'is not a known field; check the spelling' }));
  }
  return [{ field: path.join('.'), message: wordsOf(issue) }];
}
