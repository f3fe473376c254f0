/** The document in an answer: without Markdown fences and without words around it; undefined when there is none. */
export function documentIn(answer: string): string | undefined {
  const fenced = /```(?:html|handlebars|hbs)?\s*\n([\s\S]*?)(?:\n```|$)/i.exec(answer)?.[1];
  const text = (fenced ?? answer).trim();
  const start = text.search(/<!doctype|<html|<head|<body|<style|<(?:div|main|section|article|header|table|h1|p)\b/i);
  if (start === -1) return undefined;
  const end = text.lastIndexOf('>');
  return end <= start ? undefined : text.slice(start, end + 1);
}
