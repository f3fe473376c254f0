/** A template is published there, where this plugin is switched on. */
export const PublishRoute = { method: 'post', path: '/v1/marketplace/:id/publish' } as const;
