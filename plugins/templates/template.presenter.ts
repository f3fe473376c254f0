import type { Template } from './contract.ts';

export function presentRow({ id, name, version, isPublic, createdAt, updatedAt }: Template) {
  return { id, name, version, is_public: isPublic, created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
}

export function presentTemplate(template: Template) {
  return { ...presentRow(template), html_content: template.html, schema: { ...template.schema }, options: template.options };
}
