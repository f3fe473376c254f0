export interface paths {
  '/v1/integrations/hooks': {
    /**
     * List subscriptions, newest first
     * @description With `target_url`, only those of this URL.
     */
    get: operations['getIntegrationsHooks'];
    /**
     * Subscribe a URL to an event
     * @description The same event and URL again is the same subscription. A receiver that answers 410 ends its subscription.
     */
    post: operations['postIntegrationsHooks'];
  };
  '/v1/integrations/hooks/{id}': {
    /** Delete a subscription; its pending deliveries are dropped */
    delete: operations['deleteIntegrationsHooksId'];
  };
  '/v1/webhooks/deliveries': {
    /** List webhook deliveries with their attempts, newest first */
    get: operations['getWebhooksDeliveries'];
  };
  '/v1/webhooks/deliveries/{id}': {
    /** One delivery, with the body that is sent */
    get: operations['getWebhooksDeliveriesId'];
  };
  '/v1/webhooks/deliveries/{id}/resend': {
    /** Send a delivery again, with the same webhook-id */
    post: operations['postWebhooksDeliveriesIdResend'];
  };
  '/v1/webhooks/secret': {
    /** What webhooks are signed with */
    get: operations['getWebhooksSecret'];
  };
  '/v1/webhooks/secret/rotate': {
    /** Make a new secret; the one before signs as well for 24 hours */
    post: operations['postWebhooksSecretRotate'];
  };
  '/v1/templates': {
    /** List templates, newest first */
    get: operations['getTemplates'];
    /**
     * Save a template
     * @description Without a schema, one is inferred from the text. Handlebars errors have a line and a column.
     */
    post: operations['postTemplates'];
  };
  '/v1/templates/{id}': {
    /** One template */
    get: operations['getTemplatesId'];
    /** Change a template; its version rises when the text changes */
    put: operations['putTemplatesId'];
    /** Delete a template with its versions; documents made from it stay */
    delete: operations['deleteTemplatesId'];
  };
  '/v1/templates/{id}/schema': {
    /** JSON Schema of the data a template takes */
    get: operations['getTemplatesIdSchema'];
  };
  '/v1/templates/{id}/versions': {
    /** List the versions of a template, newest first */
    get: operations['getTemplatesIdVersions'];
  };
  '/v1/templates/{id}/versions/{version}': {
    /** One version of a template */
    get: operations['getTemplatesIdVersionsVersion'];
  };
  '/v1/templates/{id}/versions/{version}/restore': {
    /** Make the text of an earlier version the newest one */
    post: operations['postTemplatesIdVersionsVersionRestore'];
  };
  '/v1/ai/generate-template': {
    /**
     * Generate a template from a prompt
     * @description The result has no scripts and loads nothing; it compiles and renders. Save it through POST /v1/templates, or send it as html to POST /v1/generate.
     */
    post: operations['postAiGenerateTemplate'];
  };
  '/v1/pdf/forms/list-fields': {
    /** List the form fields of a PDF with their values */
    post: operations['postPdfFormsListFields'];
  };
  '/v1/pdf/forms/fill': {
    /** Fill form fields: all that are named, or none */
    post: operations['postPdfFormsFill'];
  };
  '/v1/pdf/forms/add-fields': {
    /** Add text fields, checkboxes and dropdowns */
    post: operations['postPdfFormsAddFields'];
  };
  '/v1/pdf/sign': {
    /**
     * Put a visual signature on a page, and with certificate: true a digital one into the file
     * @description Without certificate it is an annotation, which proves nothing. A file that is signed already is only appended to.
     */
    post: operations['postPdfSign'];
  };
  '/v1/pdf/protect': {
    /** Encrypt a PDF with AES-256 */
    post: operations['postPdfProtect'];
  };
  '/v1/pdf/split': {
    /** Split a PDF into parts, which hold nothing of each other */
    post: operations['postPdfSplit'];
  };
  '/v1/pdf/pdfa': {
    /** Convert to PDF/A-1b, 2b or 3b; the result is checked before it is called that */
    post: operations['postPdfPdfa'];
  };
  '/v1/pdf/merge': {
    /** Merge 2 to 50 PDFs, or some of their pages */
    post: operations['postPdfMerge'];
  };
  '/v1/pdf/watermark': {
    /** Draw a text or a picture across pages */
    post: operations['postPdfWatermark'];
  };
  '/v1/pdf/info': {
    /** Pages, metadata, form fields and claims of a PDF */
    post: operations['postPdfInfo'];
  };
  '/v1/pdf/preview': {
    /** A picture (PNG) of one page */
    post: operations['postPdfPreview'];
  };
  '/v1/generate': {
    /**
     * Make a PDF
     * @description Turns html, a saved template or React source into a PDF and answers when it is done. With `Accept: application/pdf` the reply is the file itself.
     */
    post: operations['postGenerate'];
  };
  '/v1/generations/{id}/retry': {
    /**
     * Retry a failed document
     * @description As it was asked for at first, under its own id. Whether it is a test was decided then, not by the key that retries it; a document that is not counts again.
     */
    post: operations['postGenerationsIdRetry'];
  };
  '/v1/generations': {
    /** List documents, newest first */
    get: operations['getGenerations'];
  };
  '/v1/generations/{id}': {
    /** One document */
    get: operations['getGenerationsId'];
    /** Delete a document and its file */
    delete: operations['deleteGenerationsId'];
  };
  '/v1/generations/{id}/file': {
    /** The PDF of a document */
    get: operations['getGenerationsIdFile'];
  };
  '/v1/generate/batch': {
    /**
     * Make up to 100 PDFs in the background
     * @description Answers as soon as every item is checked and recorded. Items have no default margin and no default printBackground: what is left out is not passed to the print engine, which then uses its own (1 cm, none). Where an item has several of html, react and template, the first of them in this order counts.
     */
    post: operations['postGenerateBatch'];
  };
  '/v1/batches': {
    /** List batches, newest first */
    get: operations['getBatches'];
  };
  '/v1/batches/{id}': {
    /** One batch with the state of its items */
    get: operations['getBatchesId'];
  };
  '/v1/batches/{id}/cancel': {
    /** End a batch: items that wait fail with "cancelled" and do not count */
    post: operations['postBatchesIdCancel'];
  };
  '/v1/batches/{id}/retry': {
    /**
     * Retry the failed items of a batch
     * @description Whether they are tests was decided when the batch was sent; those that are not count again, all or none of them.
     */
    post: operations['postBatchesIdRetry'];
  };
  '/v1/integrations/auth/test': {
    /** Who the key belongs to */
    get: operations['getIntegrationsAuthTest'];
  };
  '/v1/integrations/triggers/new-generation': {
    /**
     * Finished documents, newest first
     * @description A document appears when it is completed or failed, never before: platforms look at each id once.
     */
    get: operations['getIntegrationsTriggersNewGeneration'];
  };
  '/v1/integrations/actions/generate': {
    /**
     * Make a PDF from flat fields
     * @description With `wait`, a document that takes longer is answered with 202 and its id, and goes on being made.
     */
    post: operations['postIntegrationsActionsGenerate'];
  };
  '/v1/integrations/triggers/new-template': {
    /** Templates, newest first */
    get: operations['getIntegrationsTriggersNewTemplate'];
  };
  '/v1/integrations/templates/{id}/fields': {
    /**
     * The variables of a template as fields of a form
     * @description Labels and help are the title, description and first example of the template’s schema.
     */
    get: operations['getIntegrationsTemplatesIdFields'];
  };
  '/v1/marketplace': {
    /** List public templates, newest first */
    get: operations['getMarketplace'];
  };
  '/v1/marketplace/{id}': {
    /** One public template */
    get: operations['getMarketplaceId'];
  };
  '/v1/marketplace/{id}/clone': {
    /** Copy a public template into the account */
    post: operations['postMarketplaceIdClone'];
  };
  '/v1/marketplace/{id}/publish': {
    /** Publish a template in the marketplace */
    post: operations['postMarketplaceIdPublish'];
  };
  '/v1/marketplace/{id}/unpublish': {
    /** Hide a template from everybody else; copies stay */
    post: operations['postMarketplaceIdUnpublish'];
  };
  '/v1/starter-templates': {
    /** List starter templates */
    get: operations['getStarterTemplates'];
  };
  '/v1/starter-templates/{slug}': {
    /** One starter template with its text */
    get: operations['getStarterTemplatesSlug'];
  };
  '/v1/starter-templates/{slug}/clone': {
    /** Copy a starter template into the account */
    post: operations['postStarterTemplatesSlugClone'];
  };
}
export interface webhooks {
  'quota.warning': {
    /** A share of the documents of the month is used */
    post: operations['receiveQuotaWarning'];
  };
  'template.created': {
    /** A template was created */
    post: operations['receiveTemplateCreated'];
  };
  'generation.completed': {
    /** A document is ready */
    post: operations['receiveGenerationCompleted'];
  };
  'generation.failed': {
    /** A document failed */
    post: operations['receiveGenerationFailed'];
  };
  'batch.completed': {
    /** Every item of a batch ended */
    post: operations['receiveBatchCompleted'];
  };
}
export interface components {
  schemas: {
    Error: {
      error: { code: string; message: string; request_id: string; fields?: { field: string; message: string }[]; retry_after?: number };
    };
    Batch: {
      batch_id: string;
      /** @enum {string} */
      status: 'queued' | 'processing' | 'completed' | 'cancelled';
      total: number;
      completed: number;
      failed: number;
      result: ('zip' | 'merged') | null;
      result_url: string | null;
      result_error: string | null;
      created_at: string;
      finished_at: string | null;
      generations: components['schemas']['BatchItem'][];
    };
    BatchAccepted: {
      batch_id: string;
      total: number;
      generations: { id: string; index: number }[];
      /** @enum {string} */
      status: 'queued' | 'processing' | 'completed' | 'cancelled';
    };
    BatchItem: {
      id: string;
      index: number;
      /** @enum {string} */
      status: 'queued' | 'processing' | 'completed' | 'failed';
      url: string | null;
      error: string | null;
    };
    BatchItemRequest: {
      html?: string;
      react?: string;
      template?: string;
      data?: { [key: string]: unknown };
      styles?: string;
      locale?: string;
      timezone?: string;
      currency?: string;
      options?: components['schemas']['PrintOptions'];
      /** @enum {string} */
      output?: 'url' | 'base64';
      template_version?: number;
      wait?: components['schemas']['WaitRules'];
      filename?: string;
      metadata?: { [key: string]: string | number | boolean };
      strict?: boolean;
      steps?: components['schemas']['PdfStep'][];
    };
    BatchRequest: {
      items: components['schemas']['BatchItemRequest'][];
      webhook?: string;
      /** @enum {string} */
      result?: 'zip' | 'merged';
    };
    BatchSummary: {
      batch_id: string;
      /** @enum {string} */
      status: 'queued' | 'processing' | 'completed' | 'cancelled';
      total: number;
      completed: number;
      failed: number;
      result: ('zip' | 'merged') | null;
      result_url: string | null;
      result_error: string | null;
      created_at: string;
      finished_at: string | null;
      finished: number;
    };
    DeletedDocument: {
      id: string;
      /** @constant */
      deleted: true;
    };
    Delivery: {
      id: string;
      webhook_id: string;
      type: components['schemas']['EventType'];
      url: string;
      hook_id: string | null;
      /** @enum {string} */
      state: 'pending' | 'delivered' | 'failed' | 'blocked' | 'stopped';
      attempts: components['schemas']['DeliveryAttempt'][];
      next_attempt_at: string | null;
      created_at: string;
      body: string;
    };
    DeliveryAttempt: { at: string; ms: number; status: number | null; error: string | null };
    DeliverySummary: {
      id: string;
      webhook_id: string;
      type: components['schemas']['EventType'];
      url: string;
      hook_id: string | null;
      /** @enum {string} */
      state: 'pending' | 'delivered' | 'failed' | 'blocked' | 'stopped';
      attempts: components['schemas']['DeliveryAttempt'][];
      next_attempt_at: string | null;
      created_at: string;
    };
    /** @enum {string} */
    EventType: 'generation.completed' | 'generation.failed' | 'batch.completed' | 'template.created' | 'quota.warning';
    FacturX: {
      xml: string;
      /** @enum {string} */
      profile: 'MINIMUM' | 'BASIC WL' | 'BASIC' | 'EN 16931' | 'EXTENDED';
    };
    GenerateRequest: {
      html?: string;
      react?: string;
      template?: string;
      data?: { [key: string]: unknown };
      styles?: string;
      locale?: string;
      timezone?: string;
      currency?: string;
      options?: components['schemas']['PrintOptions'];
      /** @enum {string} */
      output?: 'url' | 'base64';
      template_version?: number;
      wait?: components['schemas']['WaitRules'];
      filename?: string;
      metadata?: { [key: string]: string | number | boolean };
      strict?: boolean;
      steps?: components['schemas']['PdfStep'][];
      webhook?: string;
    };
    GenerateResult: {
      id: string;
      /** @enum {string} */
      status: 'completed';
      url?: string;
      url_expires_at?: string;
      data?: string;
      pages: number;
      file_size: number;
      generation_time_ms: number;
      warnings: components['schemas']['RenderWarning'][];
    };
    Generation: {
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
      metadata: { [key: string]: string | number | boolean };
      warnings: components['schemas']['RenderWarning'][];
      created_at: string;
      error: string | null;
    };
    GenerationSummary: {
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
      metadata: { [key: string]: string | number | boolean };
      warnings: components['schemas']['RenderWarning'][];
      created_at: string;
    };
    GenerationWithFile: {
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
      metadata: { [key: string]: string | number | boolean };
      warnings: components['schemas']['RenderWarning'][];
      created_at: string;
      error: string | null;
      data?: string;
    };
    Hook: {
      id: string;
      event: components['schemas']['EventType'];
      target_url: string;
      created_at: string;
      template_id: string | null;
      generation_id: string | null;
      source: string | null;
    };
    HookWithSecret: { id: string; event: components['schemas']['EventType']; target_url: string; created_at: string; secret: string };
    MarketTemplate: {
      id: string;
      name: string;
      version: number;
      created_at: string;
      updated_at: string;
      category: string | null;
      description: string | null;
      downloads: number;
    };
    PdfFile: { url?: string; data?: string; file_size: number; warnings?: components['schemas']['PdfWarning'][] };
    PdfPart: { url?: string; data?: string; file_size: number };
    PdfPermissions: {
      /** @default true */
      printing: boolean;
      /** @default false */
      copying: boolean;
      /** @default false */
      modifying: boolean;
    };
    PdfSource: { pdf?: string; pdf_url?: string; password?: string };
    PdfStep:
      | {
          /** @constant */
          type: 'watermark';
          text?: string;
          image?: string;
          /** @default 0.15 */
          opacity: number;
          /** @default 45 */
          rotation: number;
          font_size?: number;
          /** @default #000000 */
          color: string;
          /**
           * @default over
           * @enum {string}
           */
          layer: 'over' | 'under';
          pages?: number[][];
        }
      | {
          /** @constant */
          type: 'merge';
          pdf?: string;
          pdf_url?: string;
          generation?: string;
          /**
           * @default after
           * @enum {string}
           */
          position: 'after' | 'before';
        }
      | {
          /** @constant */
          type: 'sign';
          name: string | unknown;
          reason?: string;
          location?: string;
          contact?: string;
          /** @default 0 */
          page: number;
          /** @default 36 */
          x: number;
          /** @default 36 */
          y: number;
          /** @default 220 */
          width: number;
          /** @default 70 */
          height: number;
          image?: string;
          /** @default false */
          certificate: boolean;
        }
      | {
          /** @constant */
          type: 'pdfa';
          title?: string;
          author?: string;
          subject?: string;
          /** @enum {string} */
          level?: '1b' | '2b' | '3b';
          facturx?: components['schemas']['FacturX'];
        }
      | {
          /** @constant */
          type: 'protect';
          owner_password: string;
          user_password?: string;
          /** @default {} */
          permissions: components['schemas']['PdfPermissions'];
        };
    PdfWarning: { code: string; message: string };
    PrintOptions: {
      format?: ('A4' | 'Letter' | 'Legal') | { width: string | number; height: string | number };
      margin?: (string | number) | { top?: string | number; right?: string | number; bottom?: string | number; left?: string | number };
      /** @enum {string} */
      orientation?: 'portrait' | 'landscape';
      header?: string;
      footer?: string;
      printBackground?: boolean;
    };
    Publication: { id: string; name: string; is_public: boolean };
    QuotaWarning: { percent: number; used: number; limit: number; month: string; resets_at: string };
    RenderWarning: {
      /** @enum {string} */
      code: 'MISSING_VARIABLE' | 'ASSET_FAILED' | 'CONSOLE_ERROR' | 'MISSING_GLYPH' | 'BLANK_PAGE';
      message: string;
      subject?: string;
    };
    StarterSummary: { slug: string; name: string; description: string; category: string; sample_data: { [key: string]: unknown } };
    Template: {
      id: string;
      name: string;
      version: number;
      is_public: boolean;
      created_at: string;
      updated_at: string;
      html_content: string;
      schema: { [key: string]: unknown };
    };
    TemplateCopy: { id: string; name: string; version: number; created_at: string };
    TemplateField: {
      name: string;
      label: string;
      help?: string;
      /** @enum {string} */
      type: 'text' | 'number' | 'integer' | 'boolean' | 'date' | 'email' | 'url' | 'collection' | 'array' | 'any';
      required: boolean;
      spec?:
        | components['schemas']['TemplateField'][]
        | {
            /** @enum {string} */
            type: 'text' | 'number' | 'integer' | 'boolean' | 'date' | 'email' | 'url' | 'collection' | 'array' | 'any';
          };
    };
    TemplateSummary: { id: string; name: string; version: number; is_public: boolean; created_at: string; updated_at: string };
    WaitRules: { selector?: string; expression?: string; delay_ms?: number; timeout_ms?: number };
    WebhookSecret: { secret: string; previous_valid_until: string | null };
  };
  responses: {
    /** @description VALIDATION_ERROR */
    BadRequest: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['Error'] } };
    /** @description UNAUTHORIZED */
    Unauthorized: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['Error'] } };
    /** @description FORBIDDEN, USAGE_LIMIT_EXCEEDED */
    Forbidden: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['Error'] } };
    /** @description NOT_FOUND */
    NotFound: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['Error'] } };
    /** @description CONFLICT, IDEMPOTENCY_IN_PROGRESS */
    Conflict: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['Error'] } };
    /** @description CONVERSION_FAILED, IDEMPOTENCY_MISMATCH, RENDER_FAILED */
    UnprocessableEntity: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['Error'] } };
    /** @description RATE_LIMITED */
    TooManyRequests: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['Error'] } };
    /** @description INTERNAL_ERROR */
    InternalServerError: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['Error'] } };
    /** @description AI_ERROR */
    BadGateway: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['Error'] } };
    /** @description AI_NOT_CONFIGURED, SERVICE_UNAVAILABLE */
    ServiceUnavailable: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['Error'] } };
  };
  parameters: {
    /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header `Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key. */
    IdempotencyKey: string;
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  getIntegrationsHooks: {
    parameters: { query?: { limit?: string; offset?: string; cursor?: string; target_url?: string } };
    responses: {
      /** @description Success */
      200: {
        headers: { [name: string]: unknown };
        content: { 'application/json': { data: components['schemas']['Hook'][]; has_more: boolean; next_cursor: string | null } };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  postIntegrationsHooks: {
    parameters: {
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header `Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
    };
    requestBody: {
      content: {
        'application/json': {
          target_url: string;
          event: components['schemas']['EventType'];
          template_id?: string;
          generation_id?: string;
          /** @enum {string} */
          source?: 'api' | 'batch' | 'integrations';
        };
      };
    };
    responses: {
      /** @description Success */
      201: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['HookWithSecret'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: components['responses']['Conflict'];
      /** @description IDEMPOTENCY_MISMATCH */
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  deleteIntegrationsHooksId: {
    parameters: { path: { id: string } };
    responses: {
      /** @description Success */
      200: {
        headers: { [name: string]: unknown };
        content: {
          'application/json': {
            id: string;
            /** @constant */
            deleted: true;
          };
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  getWebhooksDeliveries: {
    parameters: { query?: { limit?: string; offset?: string; cursor?: string } };
    responses: {
      /** @description Success */
      200: {
        headers: { [name: string]: unknown };
        content: {
          'application/json': { data: components['schemas']['DeliverySummary'][]; has_more: boolean; next_cursor: string | null };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  getWebhooksDeliveriesId: {
    parameters: { path: { id: string } };
    responses: {
      /** @description Success */
      200: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['Delivery'] } };
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  postWebhooksDeliveriesIdResend: {
    parameters: {
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header `Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: { id: string };
    };
    responses: {
      /** @description Success */
      200: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['Delivery'] } };
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      /** @description IDEMPOTENCY_MISMATCH */
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  getWebhooksSecret: {
    responses: {
      /** @description Success */
      200: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['WebhookSecret'] } };
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  postWebhooksSecretRotate: {
    parameters: {
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header `Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
    };
    responses: {
      /** @description Success */
      200: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['WebhookSecret'] } };
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      409: components['responses']['Conflict'];
      /** @description IDEMPOTENCY_MISMATCH */
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  getTemplates: {
    parameters: { query?: { limit?: string; offset?: string; cursor?: string; search?: string } };
    responses: {
      /** @description Success */
      200: {
        headers: { [name: string]: unknown };
        content: {
          'application/json': { data: components['schemas']['TemplateSummary'][]; has_more: boolean; next_cursor: string | null };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  postTemplates: {
    parameters: {
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header `Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
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
        'application/json': { name: string; html_content: string; schema?: { [key: string]: unknown } };
      };
    };
    responses: {
      /** @description Success */
      201: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['Template'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: components['responses']['Conflict'];
      /** @description IDEMPOTENCY_MISMATCH */
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  getTemplatesId: {
    parameters: { path: { id: string } };
    responses: {
      /** @description Success */
      200: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['Template'] } };
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  putTemplatesId: {
    parameters: { path: { id: string } };
    requestBody: { content: { 'application/json': { name?: string; html_content?: string; schema?: { [key: string]: unknown } } } };
    responses: {
      /** @description Success */
      200: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['Template'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  deleteTemplatesId: {
    parameters: { path: { id: string } };
    responses: {
      /** @description Success */
      200: {
        headers: { [name: string]: unknown };
        content: {
          'application/json': {
            /** @constant */
            deleted: true;
          };
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  getTemplatesIdSchema: {
    parameters: { path: { id: string } };
    responses: {
      /** @description Success */
      200: {
        headers: { [name: string]: unknown };
        content: {
          'application/json': {
            /** @constant */
            type: 'object';
            title: string;
            properties: { [key: string]: unknown };
          } & { [key: string]: unknown };
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  getTemplatesIdVersions: {
    parameters: { query?: { limit?: string; offset?: string }; path: { id: string } };
    responses: {
      /** @description Success */
      200: {
        headers: { [name: string]: unknown };
        content: { 'application/json': { data: { version: number; created_at: string }[]; has_more: boolean } };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  getTemplatesIdVersionsVersion: {
    parameters: { path: { id: string; version: string } };
    responses: {
      /** @description Success */
      200: {
        headers: { [name: string]: unknown };
        content: { 'application/json': { id: string; version: number; html_content: string; created_at: string } };
      };
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  postTemplatesIdVersionsVersionRestore: {
    parameters: {
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header `Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: { id: string; version: string };
    };
    responses: {
      /** @description Success */
      200: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['Template'] } };
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: components['responses']['Conflict'];
      /** @description IDEMPOTENCY_MISMATCH */
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  postAiGenerateTemplate: {
    parameters: {
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header `Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
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
        headers: { [name: string]: unknown };
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
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: components['responses']['Conflict'];
      /** @description IDEMPOTENCY_MISMATCH */
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      502: components['responses']['BadGateway'];
      /** @description AI_NOT_CONFIGURED */
      503: components['responses']['ServiceUnavailable'];
    };
  };
  postPdfFormsListFields: {
    parameters: {
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header `Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
    };
    requestBody: { content: { 'application/json': components['schemas']['PdfSource'] } };
    responses: {
      /** @description Success */
      200: {
        headers: { [name: string]: unknown };
        content: {
          'application/json': {
            fields: { name: string; type: string; value: string | boolean | string[] }[];
            total: number;
            warnings?: components['schemas']['PdfWarning'][];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: components['responses']['Conflict'];
      /** @description IDEMPOTENCY_MISMATCH */
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  postPdfFormsFill: {
    parameters: {
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header `Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
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
          fields: { name: string; value: string | boolean | string[] }[];
          /** @default false */
          flatten?: boolean;
        };
      };
    };
    responses: {
      /** @description Success */
      200: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['PdfFile'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: components['responses']['Conflict'];
      /** @description IDEMPOTENCY_MISMATCH */
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  postPdfFormsAddFields: {
    parameters: {
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header `Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
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
      200: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['PdfFile'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: components['responses']['Conflict'];
      /** @description IDEMPOTENCY_MISMATCH */
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  postPdfSign: {
    parameters: {
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header `Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
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
        headers: { [name: string]: unknown };
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
            warnings?: components['schemas']['PdfWarning'][];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: components['responses']['Conflict'];
      /** @description IDEMPOTENCY_MISMATCH */
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  postPdfProtect: {
    parameters: {
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header `Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
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
          permissions?: components['schemas']['PdfPermissions'];
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: { [name: string]: unknown };
        content: {
          'application/json': {
            url?: string;
            data?: string;
            file_size: number;
            /** @constant */
            protected: true;
            warnings?: components['schemas']['PdfWarning'][];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: components['responses']['Conflict'];
      /** @description IDEMPOTENCY_MISMATCH */
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  postPdfSplit: {
    parameters: {
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header `Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
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
        headers: { [name: string]: unknown };
        content: {
          'application/json': {
            parts: components['schemas']['PdfPart'][];
            total: number;
            warnings?: components['schemas']['PdfWarning'][];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: components['responses']['Conflict'];
      /** @description IDEMPOTENCY_MISMATCH */
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  postPdfPdfa: {
    parameters: {
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header `Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
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
          facturx?: components['schemas']['FacturX'];
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: { [name: string]: unknown };
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
            warnings?: components['schemas']['PdfWarning'][];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: components['responses']['Conflict'];
      /** @description CONVERSION_FAILED, IDEMPOTENCY_MISMATCH */
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  postPdfMerge: {
    parameters: {
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header `Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
    };
    requestBody: {
      content: {
        'application/json': {
          pdfs: { pdf?: string; pdf_url?: string; password?: string; ranges?: number[][] }[];
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
        headers: { [name: string]: unknown };
        content: {
          'application/json': {
            url?: string;
            data?: string;
            file_size: number;
            pages: number;
            warnings?: components['schemas']['PdfWarning'][];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: components['responses']['Conflict'];
      /** @description IDEMPOTENCY_MISMATCH */
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  postPdfWatermark: {
    parameters: {
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header `Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
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
      200: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['PdfFile'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: components['responses']['Conflict'];
      /** @description IDEMPOTENCY_MISMATCH */
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  postPdfInfo: {
    parameters: {
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header `Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
    };
    requestBody: { content: { 'application/json': components['schemas']['PdfSource'] } };
    responses: {
      /** @description Success */
      200: {
        headers: { [name: string]: unknown };
        content: {
          'application/json': {
            pages: number;
            file_size: number;
            version: string | null;
            encrypted: boolean;
            tagged: boolean;
            signatures: number;
            claims: string[];
            metadata: { [key: string]: string | null };
            page_sizes: { width: number; height: number; rotation: number }[];
            fields: {
              name: string;
              type: string;
              page: number | null;
              box: { x: number; y: number; width: number; height: number } | null;
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
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: components['responses']['Conflict'];
      /** @description IDEMPOTENCY_MISMATCH */
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  postPdfPreview: {
    parameters: {
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header `Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
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
        headers: { [name: string]: unknown };
        content: { 'application/json': { url?: string; data?: string; file_size: number; width: number; height: number } };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: components['responses']['Conflict'];
      /** @description IDEMPOTENCY_MISMATCH */
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  postGenerate: {
    parameters: {
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header `Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
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
        'application/json': components['schemas']['GenerateRequest'];
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: { [name: string]: unknown };
        content: { 'application/json': components['schemas']['GenerateResult']; 'application/pdf': string };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: components['responses']['Conflict'];
      /** @description IDEMPOTENCY_MISMATCH, RENDER_FAILED */
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      /** @description SERVICE_UNAVAILABLE */
      503: components['responses']['ServiceUnavailable'];
    };
  };
  postGenerationsIdRetry: {
    parameters: {
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header `Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: { id: string };
    };
    responses: {
      /** @description Success */
      200: {
        headers: { [name: string]: unknown };
        content: { 'application/json': components['schemas']['GenerateResult']; 'application/pdf': string };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      /** @description IDEMPOTENCY_MISMATCH, RENDER_FAILED */
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      /** @description SERVICE_UNAVAILABLE */
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getGenerations: {
    parameters: { query?: { limit?: string; offset?: string; cursor?: string } };
    responses: {
      /** @description Success */
      200: {
        headers: { [name: string]: unknown };
        content: {
          'application/json': { data: components['schemas']['GenerationSummary'][]; has_more: boolean; next_cursor: string | null };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  getGenerationsId: {
    parameters: { path: { id: string } };
    responses: {
      /** @description Success */
      200: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['GenerationWithFile'] } };
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  deleteGenerationsId: {
    parameters: { path: { id: string } };
    responses: {
      /** @description Success */
      200: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['DeletedDocument'] } };
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description CONFLICT */
      409: components['responses']['Conflict'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  getGenerationsIdFile: {
    parameters: { path: { id: string } };
    responses: {
      /** @description Success */
      200: { headers: { [name: string]: unknown }; content: { 'application/pdf': string } };
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description CONFLICT */
      409: components['responses']['Conflict'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  postGenerateBatch: {
    parameters: {
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header `Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
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
        'application/json': components['schemas']['BatchRequest'];
      };
    };
    responses: {
      /** @description Success */
      202: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['BatchAccepted'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: components['responses']['Conflict'];
      /** @description IDEMPOTENCY_MISMATCH */
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      /** @description SERVICE_UNAVAILABLE */
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getBatches: {
    parameters: { query?: { limit?: string; offset?: string; cursor?: string } };
    responses: {
      /** @description Success */
      200: {
        headers: { [name: string]: unknown };
        content: { 'application/json': { data: components['schemas']['BatchSummary'][]; has_more: boolean; next_cursor: string | null } };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  getBatchesId: {
    parameters: { path: { id: string } };
    responses: {
      /** @description Success */
      200: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['Batch'] } };
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  postBatchesIdCancel: {
    parameters: {
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header `Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: { id: string };
    };
    responses: {
      /** @description Success */
      200: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['Batch'] } };
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      /** @description IDEMPOTENCY_MISMATCH */
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  postBatchesIdRetry: {
    parameters: {
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header `Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: { id: string };
    };
    responses: {
      /** @description Success */
      202: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['Batch'] } };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      /** @description IDEMPOTENCY_MISMATCH */
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  getIntegrationsAuthTest: {
    responses: {
      /** @description Success */
      200: {
        headers: { [name: string]: unknown };
        content: {
          'application/json': {
            /** @constant */
            authenticated: true;
            email: string;
            plan: string;
          };
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  getIntegrationsTriggersNewGeneration: {
    parameters: { query?: { limit?: string } };
    responses: {
      /** @description Success */
      200: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['Generation'][] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  postIntegrationsActionsGenerate: {
    parameters: {
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header `Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
    };
    requestBody: {
      content: {
        'application/json': {
          html?: string;
          template_id?: string;
          data?: { [key: string]: unknown };
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
          margin_top?: string | number;
          margin_right?: string | number;
          margin_bottom?: string | number;
          margin_left?: string | number;
          header?: string;
          footer?: string;
          template_version?: number;
          locale?: string;
          timezone?: string;
          currency?: string;
          test?: boolean;
          wait?: number;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: { [name: string]: unknown };
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
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: components['responses']['Conflict'];
      /** @description IDEMPOTENCY_MISMATCH, RENDER_FAILED */
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
      /** @description SERVICE_UNAVAILABLE */
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getIntegrationsTriggersNewTemplate: {
    parameters: { query?: { limit?: string } };
    responses: {
      /** @description Success */
      200: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['TemplateSummary'][] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  getIntegrationsTemplatesIdFields: {
    parameters: { path: { id: string } };
    responses: {
      /** @description Success */
      200: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['TemplateField'][] } };
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  getMarketplace: {
    parameters: { query?: { limit?: string; offset?: string; cursor?: string; category?: string } };
    responses: {
      /** @description Success */
      200: {
        headers: { [name: string]: unknown };
        content: { 'application/json': { data: components['schemas']['MarketTemplate'][]; has_more: boolean; next_cursor: string | null } };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  getMarketplaceId: {
    parameters: { path: { id: string } };
    responses: {
      /** @description Success */
      200: {
        headers: { [name: string]: unknown };
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
            schema: { [key: string]: unknown };
          };
        };
      };
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  postMarketplaceIdClone: {
    parameters: {
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header `Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: { id: string };
    };
    responses: {
      /** @description Success */
      201: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['TemplateCopy'] } };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: components['responses']['Conflict'];
      /** @description IDEMPOTENCY_MISMATCH */
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  postMarketplaceIdPublish: {
    parameters: {
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header `Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: { id: string };
    };
    requestBody?: { content: { 'application/json': { category?: string; description?: string } } };
    responses: {
      /** @description Success */
      200: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['Publication'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: components['responses']['Conflict'];
      /** @description IDEMPOTENCY_MISMATCH */
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  postMarketplaceIdUnpublish: {
    parameters: {
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header `Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: { id: string };
    };
    responses: {
      /** @description Success */
      200: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['Publication'] } };
      401: components['responses']['Unauthorized'];
      /** @description FORBIDDEN */
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: components['responses']['Conflict'];
      /** @description IDEMPOTENCY_MISMATCH */
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  getStarterTemplates: {
    responses: {
      /** @description Success */
      200: { headers: { [name: string]: unknown }; content: { 'application/json': { data: components['schemas']['StarterSummary'][] } } };
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  getStarterTemplatesSlug: {
    parameters: { path: { slug: string } };
    responses: {
      /** @description Success */
      200: {
        headers: { [name: string]: unknown };
        content: {
          'application/json': {
            slug: string;
            name: string;
            description: string;
            category: string;
            sample_data: { [key: string]: unknown };
            html_content: string;
          };
        };
      };
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  postStarterTemplatesSlugClone: {
    parameters: {
      header?: {
        /** @description The request is done once: a repetition within 24 hours gets the first reply, marked Idempotent-Replayed. With the header `Idempotency-Scope: body`, requests with different bodies are different requests, although they have the same key. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      path: { slug: string };
    };
    responses: {
      /** @description Success */
      201: { headers: { [name: string]: unknown }; content: { 'application/json': components['schemas']['TemplateCopy'] } };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      /** @description IDEMPOTENCY_IN_PROGRESS */
      409: components['responses']['Conflict'];
      /** @description IDEMPOTENCY_MISMATCH */
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      500: components['responses']['InternalServerError'];
    };
  };
  receiveQuotaWarning: {
    parameters: { header: { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string } };
    requestBody: {
      content: {
        'application/json': {
          /** @constant */
          type: 'quota.warning';
          timestamp: string;
          data: components['schemas']['QuotaWarning'];
        };
      };
    };
    responses: {
      /** @description Not sent again, and the subscription ends. */
      410: { headers: { [name: string]: unknown } };
      /** @description Delivered. */
      '2XX': { headers: { [name: string]: unknown } };
      /** @description Sent again later after 408, 425, 429 and 5xx; not after others. */
      default: { headers: { [name: string]: unknown } };
    };
  };
  receiveTemplateCreated: {
    parameters: { header: { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string } };
    requestBody: {
      content: {
        'application/json': {
          /** @constant */
          type: 'template.created';
          timestamp: string;
          data: components['schemas']['TemplateSummary'];
        };
      };
    };
    responses: {
      /** @description Not sent again, and the subscription ends. */
      410: { headers: { [name: string]: unknown } };
      /** @description Delivered. */
      '2XX': { headers: { [name: string]: unknown } };
      /** @description Sent again later after 408, 425, 429 and 5xx; not after others. */
      default: { headers: { [name: string]: unknown } };
    };
  };
  receiveGenerationCompleted: {
    parameters: { header: { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string } };
    requestBody: {
      content: {
        'application/json': {
          /** @constant */
          type: 'generation.completed';
          timestamp: string;
          data: components['schemas']['Generation'];
        };
      };
    };
    responses: {
      /** @description Not sent again, and the subscription ends. */
      410: { headers: { [name: string]: unknown } };
      /** @description Delivered. */
      '2XX': { headers: { [name: string]: unknown } };
      /** @description Sent again later after 408, 425, 429 and 5xx; not after others. */
      default: { headers: { [name: string]: unknown } };
    };
  };
  receiveGenerationFailed: {
    parameters: { header: { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string } };
    requestBody: {
      content: {
        'application/json': {
          /** @constant */
          type: 'generation.failed';
          timestamp: string;
          data: components['schemas']['Generation'];
        };
      };
    };
    responses: {
      /** @description Not sent again, and the subscription ends. */
      410: { headers: { [name: string]: unknown } };
      /** @description Delivered. */
      '2XX': { headers: { [name: string]: unknown } };
      /** @description Sent again later after 408, 425, 429 and 5xx; not after others. */
      default: { headers: { [name: string]: unknown } };
    };
  };
  receiveBatchCompleted: {
    parameters: { header: { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string } };
    requestBody: {
      content: {
        'application/json': {
          /** @constant */
          type: 'batch.completed';
          timestamp: string;
          data: components['schemas']['Batch'];
        };
      };
    };
    responses: {
      /** @description Not sent again, and the subscription ends. */
      410: { headers: { [name: string]: unknown } };
      /** @description Delivered. */
      '2XX': { headers: { [name: string]: unknown } };
      /** @description Sent again later after 408, 425, 429 and 5xx; not after others. */
      default: { headers: { [name: string]: unknown } };
    };
  };
}
