export interface paths {
  '/v1/integrations/hooks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List hooks, newest first */
    get: operations['getIntegrationsHooks'];
    put?: never;
    /**
     * Subscribe a URL to an event
     * @description The same event and URL again is the same hook. A receiver that answers 410 ends its hook.
     */
    post: operations['postIntegrationsHooks'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/integrations/hooks/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** End a hook; what it still had to deliver is dropped */
    delete: operations['deleteIntegrationsHooksId'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List webhook deliveries with their attempts, newest first */
    get: operations['getWebhooksDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/deliveries/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One delivery, with the body that is sent */
    get: operations['getWebhooksDeliveriesId'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/deliveries/{id}/resend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Send a delivery again, under its webhook-id */
    post: operations['postWebhooksDeliveriesIdResend'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What webhooks are signed with */
    get: operations['getWebhooksSecret'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/secret/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Make a new secret; the one before signs as well for 24 hours */
    post: operations['postWebhooksSecretRotate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/templates': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List templates, newest first */
    get: operations['getTemplates'];
    put?: never;
    /**
     * Save a template
     * @description Without a schema, one is inferred from the text. Handlebars errors are told with line and column.
     */
    post: operations['postTemplates'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/templates/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One template */
    get: operations['getTemplatesId'];
    /** Change a template; its version rises when the text changes */
    put: operations['putTemplatesId'];
    post?: never;
    /** Delete a template with its versions; documents made from it stay */
    delete: operations['deleteTemplatesId'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/templates/{id}/schema': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** JSON Schema of the data a template takes */
    get: operations['getTemplatesIdSchema'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/templates/{id}/versions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the versions of a template, newest first */
    get: operations['getTemplatesIdVersions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/templates/{id}/versions/{version}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One version of a template */
    get: operations['getTemplatesIdVersionsVersion'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/templates/{id}/versions/{version}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Make the text of an earlier version the newest one */
    post: operations['postTemplatesIdVersionsVersionRestore'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ai/generate-template': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Write a template from a sentence
     * @description The result has no scripts and loads nothing; it compiles and renders. Save it through POST /v1/templates, or send it as html to POST /v1/generate.
     */
    post: operations['postAiGenerateTemplate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/pdf/forms/list-fields': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** List the form fields of a PDF with their values */
    post: operations['postPdfFormsListFields'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/pdf/forms/fill': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Fill form fields: all that are named, or none */
    post: operations['postPdfFormsFill'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/pdf/forms/add-fields': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Add text fields, checkboxes and dropdowns */
    post: operations['postPdfFormsAddFields'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/pdf/sign': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Put a visual signature on a page, and with certificate: true a digital one into the file
     * @description Without certificate it is an annotation, which proves nothing. A file that is signed already is only appended to.
     */
    post: operations['postPdfSign'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/pdf/protect': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Encrypt a PDF with AES-256 */
    post: operations['postPdfProtect'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/pdf/split': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Split a PDF into parts, which hold nothing of each other */
    post: operations['postPdfSplit'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/pdf/pdfa': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Convert to PDF/A-1b, 2b or 3b; the result is checked before it is called that */
    post: operations['postPdfPdfa'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/pdf/merge': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Merge 2 to 50 PDFs, or some of their pages */
    post: operations['postPdfMerge'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/pdf/watermark': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Draw a text or a picture across pages */
    post: operations['postPdfWatermark'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/pdf/info': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Pages, metadata, form fields and claims of a PDF */
    post: operations['postPdfInfo'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/pdf/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** A picture (PNG) of one page */
    post: operations['postPdfPreview'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/generate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a PDF
     * @description Turns html, a saved template or React source into a PDF and answers when it is done. With `Accept: application/pdf` the reply is the file itself.
     */
    post: operations['postGenerate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/generations/{id}/retry': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Make a failed document again */
    post: operations['postGenerationsIdRetry'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/generate/batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make up to 100 PDFs in the background
     * @description Answers as soon as every item is checked and recorded. Items have no default margin and no default printBackground: what is left out is not passed to the print engine, which then uses its own (1 cm, none). Where an item has several of html, react and template, the first of them in this order counts.
     */
    post: operations['postGenerateBatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/batches': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List batches, newest first */
    get: operations['getBatches'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/batches/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One batch with the state of its items */
    get: operations['getBatchesId'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/batches/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** End a batch: items that wait fail with "cancelled" and do not count */
    post: operations['postBatchesIdCancel'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/batches/{id}/retry': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Make the failed items of a batch again */
    post: operations['postBatchesIdRetry'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/generations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List documents, newest first */
    get: operations['getGenerations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/generations/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One document */
    get: operations['getGenerationsId'];
    put?: never;
    post?: never;
    /** Delete a document and its file */
    delete: operations['deleteGenerationsId'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/generations/{id}/file': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The PDF of a document */
    get: operations['getGenerationsIdFile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/integrations/auth/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Who the key belongs to */
    get: operations['getIntegrationsAuthTest'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/integrations/triggers/new-generation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Finished documents, the last to finish first
     * @description A document appears when it is completed or failed, never before: platforms look at each id once.
     */
    get: operations['getIntegrationsTriggersNewGeneration'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/integrations/actions/generate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Make a PDF from flat fields
     * @description With `wait`, a document that takes longer is answered with 202 and its id, and goes on being made.
     */
    post: operations['postIntegrationsActionsGenerate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/integrations/triggers/new-template': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Templates, newest first */
    get: operations['getIntegrationsTriggersNewTemplate'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/marketplace': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List public templates, newest first */
    get: operations['getMarketplace'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/marketplace/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One public template */
    get: operations['getMarketplaceId'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/marketplace/{id}/clone': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Copy a public template into the account */
    post: operations['postMarketplaceIdClone'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/marketplace/{id}/publish': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Show a template of the account to everybody */
    post: operations['postMarketplaceIdPublish'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/marketplace/{id}/unpublish': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Hide a template from everybody else; copies stay */
    post: operations['postMarketplaceIdUnpublish'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/starter-templates': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List starter templates */
    get: operations['getStarterTemplates'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/starter-templates/{slug}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One starter template with its text */
    get: operations['getStarterTemplatesSlug'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/starter-templates/{slug}/clone': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Copy a starter template into the account */
    post: operations['postStarterTemplatesSlugClone'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    Error: {
      error: {
        code: string;
        message: string;
        request_id: string;
        fields?: {
          field: string;
          message: string;
        }[];
        retry_after?: number;
      };
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  getIntegrationsHooks: {
    parameters: {
      query?: {
        limit?: string;
        offset?: string;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: string;
              /** @enum {string} */
              event: 'generation.completed' | 'generation.failed' | 'batch.completed' | 'template.created' | 'quota.warning';
              target_url: string;
              created_at: string;
              template_id: string | null;
              generation_id: string | null;
              source: string | null;
            }[];
            has_more: boolean;
            next_cursor: string | null;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postIntegrationsHooks: {
    parameters: {
      query?: never;
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          target_url: string;
          /** @enum {string} */
          event: 'generation.completed' | 'generation.failed' | 'batch.completed' | 'template.created' | 'quota.warning';
          template_id?: string;
          generation_id?: string;
          /** @enum {string} */
          source?: 'api' | 'batch' | 'integrations';
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            /** @enum {string} */
            event: 'generation.completed' | 'generation.failed' | 'batch.completed' | 'template.created' | 'quota.warning';
            target_url: string;
            created_at: string;
            secret: string;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_MISMATCH */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteIntegrationsHooksId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            /** @constant */
            deleted: true;
          };
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getWebhooksDeliveries: {
    parameters: {
      query?: {
        limit?: string;
        offset?: string;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: string;
              webhook_id: string;
              /** @enum {string} */
              type: 'generation.completed' | 'generation.failed' | 'batch.completed' | 'template.created' | 'quota.warning';
              url: string;
              hook_id: string | null;
              /** @enum {string} */
              state: 'pending' | 'delivered' | 'failed' | 'blocked' | 'stopped';
              attempts: {
                at: string;
                ms: number;
                status: number | null;
                error: string | null;
              }[];
              next_attempt_at: string | null;
              created_at: string;
            }[];
            has_more: boolean;
            next_cursor: string | null;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getWebhooksDeliveriesId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            webhook_id: string;
            /** @enum {string} */
            type: 'generation.completed' | 'generation.failed' | 'batch.completed' | 'template.created' | 'quota.warning';
            url: string;
            hook_id: string | null;
            /** @enum {string} */
            state: 'pending' | 'delivered' | 'failed' | 'blocked' | 'stopped';
            attempts: {
              at: string;
              ms: number;
              status: number | null;
              error: string | null;
            }[];
            next_attempt_at: string | null;
            created_at: string;
            body: string;
          };
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postWebhooksDeliveriesIdResend: {
    parameters: {
      query?: never;
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            webhook_id: string;
            /** @enum {string} */
            type: 'generation.completed' | 'generation.failed' | 'batch.completed' | 'template.created' | 'quota.warning';
            url: string;
            hook_id: string | null;
            /** @enum {string} */
            state: 'pending' | 'delivered' | 'failed' | 'blocked' | 'stopped';
            attempts: {
              at: string;
              ms: number;
              status: number | null;
              error: string | null;
            }[];
            next_attempt_at: string | null;
            created_at: string;
            body: string;
          };
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_IN_PROGRESS, CONFLICT */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_MISMATCH */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getWebhooksSecret: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            secret: string;
            previous_valid_until: string | null;
          };
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postWebhooksSecretRotate: {
    parameters: {
      query?: never;
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            secret: string;
            previous_valid_until: string | null;
          };
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_IN_PROGRESS, CONFLICT */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_MISMATCH */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getTemplates: {
    parameters: {
      query?: {
        limit?: string;
        offset?: string;
        cursor?: string;
        search?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: string;
              name: string;
              version: number;
              is_public: boolean;
              created_at: string;
              updated_at: string;
            }[];
            has_more: boolean;
            next_cursor: string | null;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postTemplates: {
    parameters: {
      query?: never;
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Greeting",
         *       "html_content": "<h1>Hello {{name}}</h1>",
         *       "schema": {
         *         "name": "string"
         *       }
         *     }
         */
        'application/json': {
          name: string;
          html_content: string;
          schema?: {
            [key: string]: unknown;
          };
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            name: string;
            version: number;
            is_public: boolean;
            created_at: string;
            updated_at: string;
            html_content: string;
            schema: {
              [key: string]: unknown;
            };
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_MISMATCH */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getTemplatesId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            name: string;
            version: number;
            is_public: boolean;
            created_at: string;
            updated_at: string;
            html_content: string;
            schema: {
              [key: string]: unknown;
            };
          };
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  putTemplatesId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          name?: string;
          html_content?: string;
          schema?: {
            [key: string]: unknown;
          };
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            name: string;
            version: number;
            is_public: boolean;
            created_at: string;
            updated_at: string;
            html_content: string;
            schema: {
              [key: string]: unknown;
            };
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteTemplatesId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            deleted: true;
          };
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getTemplatesIdSchema: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            type: 'object';
            title: string;
            properties: {
              [key: string]: unknown;
            };
          } & {
            [key: string]: unknown;
          };
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getTemplatesIdVersions: {
    parameters: {
      query?: {
        limit?: string;
        offset?: string;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              version: number;
              created_at: string;
            }[];
            has_more: boolean;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getTemplatesIdVersionsVersion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        version: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            version: number;
            html_content: string;
            created_at: string;
          };
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postTemplatesIdVersionsVersionRestore: {
    parameters: {
      query?: never;
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
        version: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            name: string;
            version: number;
            is_public: boolean;
            created_at: string;
            updated_at: string;
            html_content: string;
            schema: {
              [key: string]: unknown;
            };
          };
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_MISMATCH */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postAiGenerateTemplate: {
    parameters: {
      query?: never;
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          prompt: string;
          /**
           * @default other
           * @enum {string}
           */
          type?: 'invoice' | 'receipt' | 'report' | 'certificate' | 'letter' | 'resume' | 'other';
          /**
           * @default professional
           * @enum {string}
           */
          style?: 'professional' | 'modern' | 'minimal' | 'colorful';
          variables?: string[];
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            html: string;
            variables: string[];
            /** @enum {string} */
            type: 'invoice' | 'receipt' | 'report' | 'certificate' | 'letter' | 'resume' | 'other';
            /** @enum {string} */
            style: 'professional' | 'modern' | 'minimal' | 'colorful';
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_MISMATCH */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description AI_ERROR */
      502: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description AI_NOT_CONFIGURED */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postPdfFormsListFields: {
    parameters: {
      query?: never;
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          pdf?: string;
          pdf_url?: string;
          password?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            fields: {
              name: string;
              type: string;
              value: string | boolean | string[];
            }[];
            total: number;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_MISMATCH */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postPdfFormsFill: {
    parameters: {
      query?: never;
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          pdf?: string;
          pdf_url?: string;
          password?: string;
          /**
           * @default url
           * @enum {string}
           */
          output?: 'url' | 'base64';
          fields: {
            name: string;
            value: string | boolean | string[];
          }[];
          /** @default false */
          flatten?: boolean;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            url?: string;
            data?: string;
            file_size: number;
            warnings?: {
              code: string;
              message: string;
            }[];
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_MISMATCH */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postPdfFormsAddFields: {
    parameters: {
      query?: never;
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          pdf?: string;
          pdf_url?: string;
          password?: string;
          /**
           * @default url
           * @enum {string}
           */
          output?: 'url' | 'base64';
          fields: {
            name: string;
            /** @enum {string} */
            type: 'text' | 'checkbox' | 'dropdown';
            page: number;
            x: number;
            y: number;
            width?: number;
            height?: number;
            options?: string[];
            defaultValue?: string | boolean;
          }[];
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            url?: string;
            data?: string;
            file_size: number;
            warnings?: {
              code: string;
              message: string;
            }[];
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_MISMATCH */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postPdfSign: {
    parameters: {
      query?: never;
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          pdf?: string;
          pdf_url?: string;
          password?: string;
          /**
           * @default url
           * @enum {string}
           */
          output?: 'url' | 'base64';
          name: string | unknown;
          reason?: string;
          location?: string;
          contact?: string;
          /** @default 0 */
          page?: number;
          /** @default 36 */
          x?: number;
          /** @default 36 */
          y?: number;
          /** @default 220 */
          width?: number;
          /** @default 70 */
          height?: number;
          image?: string;
          /** @default false */
          certificate?: boolean;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            url?: string;
            data?: string;
            file_size: number;
            /** @constant */
            signed: true;
            /** @constant */
            signature_annotation_added: true;
            cryptographically_signed: boolean;
            /** @enum {string} */
            level?: 'B-B' | 'B-T';
            warnings?: {
              code: string;
              message: string;
            }[];
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_MISMATCH */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postPdfProtect: {
    parameters: {
      query?: never;
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          pdf?: string;
          pdf_url?: string;
          password?: string;
          /**
           * @default url
           * @enum {string}
           */
          output?: 'url' | 'base64';
          owner_password: string;
          user_password?: string;
          /** @default {} */
          permissions?: {
            /** @default true */
            printing?: boolean;
            /** @default false */
            copying?: boolean;
            /** @default false */
            modifying?: boolean;
          };
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            url?: string;
            data?: string;
            file_size: number;
            /** @constant */
            protected: true;
            warnings?: {
              code: string;
              message: string;
            }[];
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_MISMATCH */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postPdfSplit: {
    parameters: {
      query?: never;
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          pdf?: string;
          pdf_url?: string;
          password?: string;
          /**
           * @default url
           * @enum {string}
           */
          output?: 'url' | 'base64';
          ranges?: number[][];
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            parts: {
              url?: string;
              data?: string;
              file_size: number;
            }[];
            total: number;
            warnings?: {
              code: string;
              message: string;
            }[];
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_MISMATCH */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postPdfPdfa: {
    parameters: {
      query?: never;
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          pdf?: string;
          pdf_url?: string;
          password?: string;
          /**
           * @default url
           * @enum {string}
           */
          output?: 'url' | 'base64';
          title?: string;
          author?: string;
          subject?: string;
          /** @enum {string} */
          level?: '1b' | '2b' | '3b';
          facturx?: {
            xml: string;
            /** @enum {string} */
            profile: 'MINIMUM' | 'BASIC WL' | 'BASIC' | 'EN 16931' | 'EXTENDED';
          };
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            url?: string;
            data?: string;
            file_size: number;
            /** @constant */
            pdfa: true;
            /** @enum {string} */
            level: '1b' | '2b' | '3b';
            rasterized_pages?: number[];
            warnings?: {
              code: string;
              message: string;
            }[];
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_MISMATCH, CONVERSION_FAILED */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postPdfMerge: {
    parameters: {
      query?: never;
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          pdfs: {
            pdf?: string;
            pdf_url?: string;
            password?: string;
            ranges?: number[][];
          }[];
          /**
           * @default url
           * @enum {string}
           */
          output?: 'url' | 'base64';
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            url?: string;
            data?: string;
            file_size: number;
            pages: number;
            warnings?: {
              code: string;
              message: string;
            }[];
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_MISMATCH */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postPdfWatermark: {
    parameters: {
      query?: never;
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          pdf?: string;
          pdf_url?: string;
          password?: string;
          /**
           * @default url
           * @enum {string}
           */
          output?: 'url' | 'base64';
          text?: string;
          image?: string;
          /** @default 0.15 */
          opacity?: number;
          /** @default 45 */
          rotation?: number;
          font_size?: number;
          /** @default #000000 */
          color?: string;
          /**
           * @default over
           * @enum {string}
           */
          layer?: 'over' | 'under';
          pages?: number[][];
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            url?: string;
            data?: string;
            file_size: number;
            warnings?: {
              code: string;
              message: string;
            }[];
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_MISMATCH */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postPdfInfo: {
    parameters: {
      query?: never;
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          pdf?: string;
          pdf_url?: string;
          password?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            pages: number;
            file_size: number;
            version: string | null;
            encrypted: boolean;
            tagged: boolean;
            signatures: number;
            claims: string[];
            metadata: {
              [key: string]: string | null;
            };
            page_sizes: {
              width: number;
              height: number;
              rotation: number;
            }[];
            fields: {
              name: string;
              type: string;
              page: number | null;
              box: {
                x: number;
                y: number;
                width: number;
                height: number;
              } | null;
              options?: string[];
              required: boolean;
              read_only: boolean;
              multiline?: boolean;
              password?: boolean;
              max_length?: number | null;
            }[];
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_MISMATCH */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postPdfPreview: {
    parameters: {
      query?: never;
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          pdf?: string;
          pdf_url?: string;
          password?: string;
          /**
           * @default url
           * @enum {string}
           */
          output?: 'url' | 'base64';
          /** @default 0 */
          page?: number;
          /** @default 96 */
          dpi?: number;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            url?: string;
            data?: string;
            file_size: number;
            width: number;
            height: number;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_MISMATCH */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postGenerate: {
    parameters: {
      query?: never;
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "html": "<h1>Hello {{name}}</h1>",
         *       "data": {
         *         "name": "Ada"
         *       },
         *       "options": {
         *         "format": "A4"
         *       }
         *     }
         */
        'application/json': {
          html?: string;
          react?: string;
          template?: string;
          data?: {
            [key: string]: unknown;
          };
          styles?: string;
          locale?: string;
          timezone?: string;
          currency?: string;
          options?: {
            format?:
              | ('A4' | 'Letter' | 'Legal')
              | {
                  width: string | number;
                  height: string | number;
                };
            margin?:
              | (string | number)
              | {
                  top?: string | number;
                  right?: string | number;
                  bottom?: string | number;
                  left?: string | number;
                };
            /** @enum {string} */
            orientation?: 'portrait' | 'landscape';
            header?: string;
            footer?: string;
            printBackground?: boolean;
          };
          /** @enum {string} */
          output?: 'url' | 'base64';
          template_version?: number;
          wait?: {
            selector?: string;
            expression?: string;
            delay_ms?: number;
            timeout_ms?: number;
          };
          filename?: string;
          metadata?: {
            [key: string]: string | number | boolean;
          };
          strict?: boolean;
          steps?: (
            | {
                /** @constant */
                type: 'watermark';
                text?: string;
                image?: string;
                /** @default 0.15 */
                opacity?: number;
                /** @default 45 */
                rotation?: number;
                font_size?: number;
                /** @default #000000 */
                color?: string;
                /**
                 * @default over
                 * @enum {string}
                 */
                layer?: 'over' | 'under';
                pages?: number[][];
              }
            | {
                /** @constant */
                type: 'merge';
                pdf_url?: string;
                generation?: string;
                /**
                 * @default after
                 * @enum {string}
                 */
                position?: 'after' | 'before';
              }
            | {
                /** @constant */
                type: 'sign';
                name: string | unknown;
                reason?: string;
                location?: string;
                contact?: string;
                /** @default 0 */
                page?: number;
                /** @default 36 */
                x?: number;
                /** @default 36 */
                y?: number;
                /** @default 220 */
                width?: number;
                /** @default 70 */
                height?: number;
                image?: string;
                /** @default false */
                certificate?: boolean;
              }
            | {
                /** @constant */
                type: 'pdfa';
                title?: string;
                author?: string;
                subject?: string;
                /** @enum {string} */
                level?: '1b' | '2b' | '3b';
                facturx?: {
                  xml: string;
                  /** @enum {string} */
                  profile: 'MINIMUM' | 'BASIC WL' | 'BASIC' | 'EN 16931' | 'EXTENDED';
                };
              }
            | {
                /** @constant */
                type: 'protect';
                owner_password: string;
                user_password?: string;
                /** @default {} */
                permissions?: {
                  /** @default true */
                  printing?: boolean;
                  /** @default false */
                  copying?: boolean;
                  /** @default false */
                  modifying?: boolean;
                };
              }
          )[];
          webhook?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            /** @enum {string} */
            status: 'completed';
            url?: string;
            url_expires_at?: string;
            data?: string;
            pages: number;
            file_size: number;
            generation_time_ms: number;
            warnings: {
              /** @enum {string} */
              code: 'MISSING_VARIABLE' | 'ASSET_FAILED' | 'CONSOLE_ERROR' | 'MISSING_GLYPH' | 'BLANK_PAGE';
              message: string;
              subject?: string;
            }[];
          };
          'application/pdf': string;
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN, USAGE_LIMIT_EXCEEDED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_MISMATCH, RENDER_FAILED */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SERVICE_UNAVAILABLE */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postGenerationsIdRetry: {
    parameters: {
      query?: never;
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            /** @enum {string} */
            status: 'completed';
            url?: string;
            url_expires_at?: string;
            data?: string;
            pages: number;
            file_size: number;
            generation_time_ms: number;
            warnings: {
              /** @enum {string} */
              code: 'MISSING_VARIABLE' | 'ASSET_FAILED' | 'CONSOLE_ERROR' | 'MISSING_GLYPH' | 'BLANK_PAGE';
              message: string;
              subject?: string;
            }[];
          };
          'application/pdf': string;
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN, USAGE_LIMIT_EXCEEDED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_IN_PROGRESS, CONFLICT */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_MISMATCH, RENDER_FAILED */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SERVICE_UNAVAILABLE */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postGenerateBatch: {
    parameters: {
      query?: never;
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "items": [
         *         {
         *           "html": "<h1>One</h1>"
         *         },
         *         {
         *           "html": "<h1>Two</h1>"
         *         }
         *       ],
         *       "result": "zip"
         *     }
         */
        'application/json': {
          items: {
            html?: string;
            react?: string;
            template?: string;
            data?: {
              [key: string]: unknown;
            };
            styles?: string;
            locale?: string;
            timezone?: string;
            currency?: string;
            options?: {
              format?:
                | ('A4' | 'Letter' | 'Legal')
                | {
                    width: string | number;
                    height: string | number;
                  };
              margin?:
                | (string | number)
                | {
                    top?: string | number;
                    right?: string | number;
                    bottom?: string | number;
                    left?: string | number;
                  };
              /** @enum {string} */
              orientation?: 'portrait' | 'landscape';
              header?: string;
              footer?: string;
              printBackground?: boolean;
            };
            /** @enum {string} */
            output?: 'url' | 'base64';
            template_version?: number;
            wait?: {
              selector?: string;
              expression?: string;
              delay_ms?: number;
              timeout_ms?: number;
            };
            filename?: string;
            metadata?: {
              [key: string]: string | number | boolean;
            };
            strict?: boolean;
            steps?: (
              | {
                  /** @constant */
                  type: 'watermark';
                  text?: string;
                  image?: string;
                  /** @default 0.15 */
                  opacity?: number;
                  /** @default 45 */
                  rotation?: number;
                  font_size?: number;
                  /** @default #000000 */
                  color?: string;
                  /**
                   * @default over
                   * @enum {string}
                   */
                  layer?: 'over' | 'under';
                  pages?: number[][];
                }
              | {
                  /** @constant */
                  type: 'merge';
                  pdf_url?: string;
                  generation?: string;
                  /**
                   * @default after
                   * @enum {string}
                   */
                  position?: 'after' | 'before';
                }
              | {
                  /** @constant */
                  type: 'sign';
                  name: string | unknown;
                  reason?: string;
                  location?: string;
                  contact?: string;
                  /** @default 0 */
                  page?: number;
                  /** @default 36 */
                  x?: number;
                  /** @default 36 */
                  y?: number;
                  /** @default 220 */
                  width?: number;
                  /** @default 70 */
                  height?: number;
                  image?: string;
                  /** @default false */
                  certificate?: boolean;
                }
              | {
                  /** @constant */
                  type: 'pdfa';
                  title?: string;
                  author?: string;
                  subject?: string;
                  /** @enum {string} */
                  level?: '1b' | '2b' | '3b';
                  facturx?: {
                    xml: string;
                    /** @enum {string} */
                    profile: 'MINIMUM' | 'BASIC WL' | 'BASIC' | 'EN 16931' | 'EXTENDED';
                  };
                }
              | {
                  /** @constant */
                  type: 'protect';
                  owner_password: string;
                  user_password?: string;
                  /** @default {} */
                  permissions?: {
                    /** @default true */
                    printing?: boolean;
                    /** @default false */
                    copying?: boolean;
                    /** @default false */
                    modifying?: boolean;
                  };
                }
            )[];
          }[];
          webhook?: string;
          /** @enum {string} */
          result?: 'zip' | 'merged';
        };
      };
    };
    responses: {
      /** @description Success */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            batch_id: string;
            total: number;
            generations: {
              id: string;
              index: number;
            }[];
            /** @enum {string} */
            status: 'queued' | 'processing' | 'completed' | 'cancelled';
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN, USAGE_LIMIT_EXCEEDED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_MISMATCH */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SERVICE_UNAVAILABLE */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getBatches: {
    parameters: {
      query?: {
        limit?: string;
        offset?: string;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              batch_id: string;
              /** @enum {string} */
              status: 'queued' | 'processing' | 'completed' | 'cancelled';
              total: number;
              result: ('zip' | 'merged') | null;
              result_url: string | null;
              result_error: string | null;
              created_at: string;
              finished_at: string | null;
              finished: number;
            }[];
            has_more: boolean;
            next_cursor: string | null;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getBatchesId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            batch_id: string;
            /** @enum {string} */
            status: 'queued' | 'processing' | 'completed' | 'cancelled';
            total: number;
            result: ('zip' | 'merged') | null;
            result_url: string | null;
            result_error: string | null;
            created_at: string;
            finished_at: string | null;
            completed: number;
            failed: number;
            generations: {
              id: string;
              index: number;
              /** @enum {string} */
              status: 'queued' | 'processing' | 'completed' | 'failed';
              url: string | null;
              error: string | null;
            }[];
          };
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postBatchesIdCancel: {
    parameters: {
      query?: never;
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            batch_id: string;
            /** @enum {string} */
            status: 'queued' | 'processing' | 'completed' | 'cancelled';
            total: number;
            result: ('zip' | 'merged') | null;
            result_url: string | null;
            result_error: string | null;
            created_at: string;
            finished_at: string | null;
            completed: number;
            failed: number;
            generations: {
              id: string;
              index: number;
              /** @enum {string} */
              status: 'queued' | 'processing' | 'completed' | 'failed';
              url: string | null;
              error: string | null;
            }[];
          };
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_IN_PROGRESS, CONFLICT */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_MISMATCH */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postBatchesIdRetry: {
    parameters: {
      query?: never;
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            batch_id: string;
            /** @enum {string} */
            status: 'queued' | 'processing' | 'completed' | 'cancelled';
            total: number;
            result: ('zip' | 'merged') | null;
            result_url: string | null;
            result_error: string | null;
            created_at: string;
            finished_at: string | null;
            completed: number;
            failed: number;
            generations: {
              id: string;
              index: number;
              /** @enum {string} */
              status: 'queued' | 'processing' | 'completed' | 'failed';
              url: string | null;
              error: string | null;
            }[];
          };
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN, USAGE_LIMIT_EXCEEDED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_IN_PROGRESS, CONFLICT */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_MISMATCH */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getGenerations: {
    parameters: {
      query?: {
        limit?: string;
        offset?: string;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: string;
              template_id: string | null;
              /** @enum {string} */
              input_type: 'html' | 'template' | 'react';
              /** @enum {string} */
              source: 'api' | 'batch' | 'integrations';
              batch_id: string | null;
              /** @enum {string} */
              status: 'queued' | 'processing' | 'completed' | 'failed';
              url: string | null;
              url_expires_at: string | null;
              pages: number | null;
              file_size: number | null;
              generation_time_ms: number | null;
              filename: string | null;
              metadata: {
                [key: string]: string | number | boolean;
              };
              warnings: {
                /** @enum {string} */
                code: 'MISSING_VARIABLE' | 'ASSET_FAILED' | 'CONSOLE_ERROR' | 'MISSING_GLYPH' | 'BLANK_PAGE';
                message: string;
                subject?: string;
              }[];
              created_at: string;
            }[];
            has_more: boolean;
            next_cursor: string | null;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getGenerationsId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            template_id: string | null;
            /** @enum {string} */
            input_type: 'html' | 'template' | 'react';
            /** @enum {string} */
            source: 'api' | 'batch' | 'integrations';
            batch_id: string | null;
            /** @enum {string} */
            status: 'queued' | 'processing' | 'completed' | 'failed';
            url: string | null;
            url_expires_at: string | null;
            pages: number | null;
            file_size: number | null;
            generation_time_ms: number | null;
            filename: string | null;
            metadata: {
              [key: string]: string | number | boolean;
            };
            warnings: {
              /** @enum {string} */
              code: 'MISSING_VARIABLE' | 'ASSET_FAILED' | 'CONSOLE_ERROR' | 'MISSING_GLYPH' | 'BLANK_PAGE';
              message: string;
              subject?: string;
            }[];
            created_at: string;
            error: string | null;
            data?: string;
          };
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteGenerationsId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            /** @constant */
            deleted: true;
          };
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description CONFLICT */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getGenerationsIdFile: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            template_id: string | null;
            /** @enum {string} */
            input_type: 'html' | 'template' | 'react';
            /** @enum {string} */
            source: 'api' | 'batch' | 'integrations';
            batch_id: string | null;
            /** @enum {string} */
            status: 'queued' | 'processing' | 'completed' | 'failed';
            url: string | null;
            url_expires_at: string | null;
            pages: number | null;
            file_size: number | null;
            generation_time_ms: number | null;
            filename: string | null;
            metadata: {
              [key: string]: string | number | boolean;
            };
            warnings: {
              /** @enum {string} */
              code: 'MISSING_VARIABLE' | 'ASSET_FAILED' | 'CONSOLE_ERROR' | 'MISSING_GLYPH' | 'BLANK_PAGE';
              message: string;
              subject?: string;
            }[];
            created_at: string;
            error: string | null;
            data?: string;
          };
          'application/pdf': string;
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description CONFLICT */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getIntegrationsAuthTest: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            authenticated: true;
            email: string;
            plan: string;
          };
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getIntegrationsTriggersNewGeneration: {
    parameters: {
      query?: {
        limit?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            template_id: string | null;
            /** @enum {string} */
            input_type: 'html' | 'template' | 'react';
            /** @enum {string} */
            source: 'api' | 'batch' | 'integrations';
            batch_id: string | null;
            /** @enum {string} */
            status: 'queued' | 'processing' | 'completed' | 'failed';
            url: string | null;
            url_expires_at: string | null;
            pages: number | null;
            file_size: number | null;
            generation_time_ms: number | null;
            filename: string | null;
            metadata: {
              [key: string]: string | number | boolean;
            };
            warnings: {
              /** @enum {string} */
              code: 'MISSING_VARIABLE' | 'ASSET_FAILED' | 'CONSOLE_ERROR' | 'MISSING_GLYPH' | 'BLANK_PAGE';
              message: string;
              subject?: string;
            }[];
            created_at: string;
            error: string | null;
          }[];
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postIntegrationsActionsGenerate: {
    parameters: {
      query?: never;
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          html?: string;
          template_id?: string;
          data?: {
            [key: string]: unknown;
          };
          /**
           * @default A4
           * @enum {string}
           */
          format?: 'A4' | 'Letter' | 'Legal';
          /**
           * @default portrait
           * @enum {string}
           */
          orientation?: 'portrait' | 'landscape';
          filename?: string;
          wait?: number;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            url?: string;
            pages?: number;
            file_size?: number;
            /** @constant */
            status?: 'processing';
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN, USAGE_LIMIT_EXCEEDED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_MISMATCH, RENDER_FAILED */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SERVICE_UNAVAILABLE */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getIntegrationsTriggersNewTemplate: {
    parameters: {
      query?: {
        limit?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            name: string;
            version: number;
            is_public: boolean;
            created_at: string;
            updated_at: string;
          }[];
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getMarketplace: {
    parameters: {
      query?: {
        limit?: string;
        offset?: string;
        cursor?: string;
        category?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              id: string;
              name: string;
              version: number;
              created_at: string;
              updated_at: string;
              category: string | null;
              description: string | null;
              downloads: number;
            }[];
            has_more: boolean;
            next_cursor: string | null;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getMarketplaceId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            name: string;
            version: number;
            created_at: string;
            updated_at: string;
            category: string | null;
            description: string | null;
            downloads: number;
            html_content: string;
            schema: {
              [key: string]: unknown;
            };
          };
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postMarketplaceIdClone: {
    parameters: {
      query?: never;
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            name: string;
            version: number;
            created_at: string;
          };
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_MISMATCH */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postMarketplaceIdPublish: {
    parameters: {
      query?: never;
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          category?: string;
          description?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            name: string;
            is_public: boolean;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_MISMATCH */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postMarketplaceIdUnpublish: {
    parameters: {
      query?: never;
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            name: string;
            is_public: boolean;
          };
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_MISMATCH */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getStarterTemplates: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: {
              slug: string;
              name: string;
              description: string;
              category: string;
              sample_data: {
                [key: string]: unknown;
              };
            }[];
          };
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getStarterTemplatesSlug: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            slug: string;
            name: string;
            description: string;
            category: string;
            sample_data: {
              [key: string]: unknown;
            };
            html_content: string;
          };
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postStarterTemplatesSlugClone: {
    parameters: {
      query?: never;
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. */
        'Idempotency-Key'?: string;
      };
      path: {
        slug: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            name: string;
            version: number;
            created_at: string;
          };
        };
      };
      /** @description UNAUTHORIZED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description FORBIDDEN */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description IDEMPOTENCY_MISMATCH */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description RATE_LIMITED */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL_ERROR */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
}
