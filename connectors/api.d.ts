export interface paths {
  '/v1/integrations/hooks': { get: operations['listHooks']; post: operations['createHook'] };
  '/v1/integrations/hooks/{id}': { delete: operations['deleteHook'] };
  '/v1/webhooks/deliveries': { get: operations['listDeliveries'] };
  '/v1/webhooks/deliveries/{id}': { get: operations['getDelivery'] };
  '/v1/webhooks/deliveries/{id}/resend': { post: operations['resendDelivery'] };
  '/v1/webhooks/secret': { get: operations['getWebhookSecret'] };
  '/v1/webhooks/secret/rotate': { post: operations['rotateWebhookSecret'] };
  '/v1/templates': { get: operations['listTemplates']; post: operations['createTemplate'] };
  '/v1/templates/{id}': { get: operations['getTemplate']; put: operations['updateTemplate']; delete: operations['deleteTemplate'] };
  '/v1/templates/{id}/schema': { get: operations['getTemplateSchema'] };
  '/v1/templates/{id}/versions': { get: operations['listTemplateVersions'] };
  '/v1/templates/{id}/versions/{version}': { get: operations['getTemplateVersion'] };
  '/v1/templates/{id}/versions/{version}/restore': { post: operations['restoreTemplateVersion'] };
  '/v1/ai/generate-template': { post: operations['generateTemplate'] };
  '/v1/pdf/forms/list-fields': { post: operations['listFormFields'] };
  '/v1/pdf/forms/fill': { post: operations['fillForm'] };
  '/v1/pdf/forms/add-fields': { post: operations['addFormFields'] };
  '/v1/pdf/sign': { post: operations['signPdf'] };
  '/v1/pdf/protect': { post: operations['protectPdf'] };
  '/v1/pdf/split': { post: operations['splitPdf'] };
  '/v1/pdf/pdfa': { post: operations['convertToPdfa'] };
  '/v1/pdf/merge': { post: operations['mergePdfs'] };
  '/v1/pdf/watermark': { post: operations['watermarkPdf'] };
  '/v1/pdf/info': { post: operations['inspectPdf'] };
  '/v1/pdf/preview': { post: operations['previewPdf'] };
  '/v1/generate': { post: operations['createGeneration'] };
  '/v1/generations/{id}/retry': { post: operations['retryGeneration'] };
  '/v1/generations/{id}/replay': { post: operations['replayGeneration'] };
  '/v1/generations': { get: operations['listGenerations'] };
  '/v1/generations/{id}': { get: operations['getGeneration']; delete: operations['deleteGeneration'] };
  '/v1/generations/{id}/file': { get: operations['downloadGeneration'] };
  '/v1/generate/batch': { post: operations['createBatch'] };
  '/v1/batches': { get: operations['listBatches'] };
  '/v1/batches/{id}': { get: operations['getBatch'] };
  '/v1/batches/{id}/cancel': { post: operations['cancelBatch'] };
  '/v1/batches/{id}/retry': { post: operations['retryBatch'] };
  '/v1/integrations/auth/test': { get: operations['testAuthentication'] };
  '/v1/integrations/triggers/new-generation': { get: operations['listNewGenerations'] };
  '/v1/integrations/actions/generate': { post: operations['generateFromFields'] };
  '/v1/integrations/triggers/new-template': { get: operations['listNewTemplates'] };
  '/v1/integrations/templates/{id}/fields': { get: operations['listTemplateFields'] };
  '/v1/marketplace': { get: operations['listMarketplaceTemplates'] };
  '/v1/marketplace/{id}': { get: operations['getMarketplaceTemplate'] };
  '/v1/marketplace/{id}/clone': { post: operations['cloneMarketplaceTemplate'] };
  '/v1/marketplace/{id}/publish': { post: operations['publishTemplate'] };
  '/v1/marketplace/{id}/unpublish': { post: operations['unpublishTemplate'] };
  '/v1/starter-templates': { get: operations['listStarterTemplates'] };
  '/v1/starter-templates/{slug}': { get: operations['getStarterTemplate'] };
  '/v1/starter-templates/{slug}/clone': { post: operations['cloneStarterTemplate'] };
  '/healthz': { get: operations['getHealth'] };
  '/readyz': { get: operations['getReadiness'] };
}
export interface webhooks {
  'quota.warning': { post: operations['receiveQuotaWarning'] };
  'template.created': { post: operations['receiveTemplateCreated'] };
  'template.updated': { post: operations['receiveTemplateUpdated'] };
  'template.deleted': { post: operations['receiveTemplateDeleted'] };
  'generation.completed': { post: operations['receiveGenerationCompleted'] };
  'generation.failed': { post: operations['receiveGenerationFailed'] };
  'batch.completed': { post: operations['receiveBatchCompleted'] };
}
export interface components {
  schemas: {
    Error: {
      error: {
        code:
          | 'AI_ERROR'
          | 'AI_NOT_CONFIGURED'
          | 'CONFLICT'
          | 'CONVERSION_FAILED'
          | 'EXPECTATION_FAILED'
          | 'FORBIDDEN'
          | 'GONE'
          | 'HEADERS_TOO_LARGE'
          | 'IDEMPOTENCY_IN_PROGRESS'
          | 'IDEMPOTENCY_MISMATCH'
          | 'INTERNAL_ERROR'
          | 'METHOD_NOT_ALLOWED'
          | 'NOT_FOUND'
          | 'RATE_LIMITED'
          | 'RENDER_FAILED'
          | 'REQUEST_TIMEOUT'
          | 'SERVICE_UNAVAILABLE'
          | 'UNAUTHORIZED'
          | 'USAGE_LIMIT_EXCEEDED'
          | 'VALIDATION_ERROR';
        message: string;
        request_id: string;
        generation_id?: string;
        fields?: { field: string; message: string }[];
        retry_after?: number;
      };
    };
    Batch: {
      batch_id: string;
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
      status: 'queued' | 'processing' | 'completed' | 'cancelled';
    };
    BatchItem: {
      id: string;
      index: number;
      status: 'queued' | 'processing' | 'completed' | 'failed';
      url: string | null;
      error: string | null;
    };
    BatchItemRequest: {
      html?: string;
      react?: string;
      template?: string;
      url?: string;
      data?: { [key: string]: unknown };
      styles?: string;
      base_url?: string;
      locale?: string;
      timezone?: string;
      currency?: string;
      data_timezone?: string;
      deterministic?: boolean;
      date?: string;
      options?: components['schemas']['PrintOptions'];
      output?: 'url' | 'base64';
      template_version?: number;
      wait?: components['schemas']['WaitRules'];
      filename?: string;
      metadata?: { [key: string]: string | number | boolean };
      strict?: boolean;
      steps?: components['schemas']['PdfStep'][];
    };
    BatchRequest: { items: components['schemas']['BatchItemRequest'][]; webhook?: string; result?: 'zip' | 'merged' };
    BatchSummary: {
      batch_id: string;
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
    DeletedDocument: { id: string; deleted: true };
    Delivery: {
      id: string;
      webhook_id: string;
      type: components['schemas']['EventType'];
      url: string;
      hook_id: string | null;
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
      state: 'pending' | 'delivered' | 'failed' | 'blocked' | 'stopped';
      attempts: components['schemas']['DeliveryAttempt'][];
      next_attempt_at: string | null;
      created_at: string;
    };
    DocumentWarning: {
      code:
        | 'MISSING_VARIABLE'
        | 'NOT_A_DATE'
        | 'NOT_A_NUMBER'
        | 'NOT_A_LIST'
        | 'NOT_PRINTABLE'
        | 'WRONG_TYPE'
        | 'HEADER_OVERFLOW'
        | 'NOT_SETTLED'
        | 'EFFECTS_NOT_RUN'
        | 'LINK_RELATIVE'
        | 'ASSET_FAILED'
        | 'CONSOLE_ERROR'
        | 'MISSING_GLYPH'
        | 'FONT_SUBSTITUTED'
        | 'TEXT_AS_PICTURE'
        | 'BLANK_PAGE'
        | 'TEXT_CLIPPED'
        | 'CONTENT_TOO_WIDE'
        | 'TABLE_HEAD_NOT_REPEATED'
        | 'PAGE_COUNTER'
        | 'OVERLAPPING_TEXT'
        | 'LAYOUT_NOT_CHECKED'
        | 'ANNOTATIONS_PRINTED'
        | 'APPEARANCE_ASSUMED'
        | 'CLAIM_REMOVED'
        | 'COLOR_PROFILE_ASSUMED'
        | 'CONTENT_REMOVED'
        | 'FIELD_SCRIPT_IGNORED'
        | 'FIELD_SKIPPED'
        | 'FILE_ENLARGED'
        | 'MARK_HIDDEN'
        | 'PAGE_RASTERIZED'
        | 'SIGNATURE_REMOVED'
        | 'USAGE_RIGHTS_REMOVED';
      message: string;
      subject?: string;
      text?: string;
    };
    EventType:
      | 'generation.completed'
      | 'generation.failed'
      | 'batch.completed'
      | 'template.created'
      | 'template.updated'
      | 'template.deleted'
      | 'quota.warning';
    FacturX: { xml: string; profile: 'MINIMUM' | 'BASIC WL' | 'BASIC' | 'EN 16931' | 'EXTENDED' };
    GenerateRequest: {
      html?: string;
      react?: string;
      template?: string;
      url?: string;
      data?: { [key: string]: unknown };
      styles?: string;
      base_url?: string;
      locale?: string;
      timezone?: string;
      currency?: string;
      data_timezone?: string;
      deterministic?: boolean;
      date?: string;
      options?: components['schemas']['PrintOptions'];
      output?: 'url' | 'base64';
      template_version?: number;
      wait?: components['schemas']['WaitRules'];
      filename?: string;
      metadata?: { [key: string]: string | number | boolean };
      strict?: boolean;
      steps?: components['schemas']['PdfStep'][];
      image?: { type?: 'png' | 'jpeg'; width?: number; height?: number; scale?: number; quality?: number };
      webhook?: string;
    };
    GenerateResult:
      | {
          id: string;
          status: 'completed';
          url: string;
          url_expires_at: string;
          pages: number;
          width?: number;
          height?: number;
          file_size: number;
          generation_time_ms: number;
          warnings: components['schemas']['DocumentWarning'][];
          sha256?: string;
          reproducible?: boolean;
          engine?: string;
          fonts?: string;
        }
      | {
          id: string;
          status: 'completed';
          data: string;
          pages: number;
          width?: number;
          height?: number;
          file_size: number;
          generation_time_ms: number;
          warnings: components['schemas']['DocumentWarning'][];
          sha256?: string;
          reproducible?: boolean;
          engine?: string;
          fonts?: string;
        };
    Generation: {
      id: string;
      template_id: string | null;
      input_type: 'html' | 'template' | 'react' | 'url';
      source: 'api' | 'batch' | 'integrations';
      batch_id: string | null;
      status: 'queued' | 'processing' | 'completed' | 'failed';
      url: string | null;
      url_expires_at: string | null;
      pages: number | null;
      width?: number;
      height?: number;
      file_size: number | null;
      generation_time_ms: number | null;
      filename: string | null;
      metadata: { [key: string]: string | number | boolean };
      warnings: components['schemas']['DocumentWarning'][];
      created_at: string;
      error: string | null;
      sha256?: string;
      reproducible?: boolean;
      engine?: string;
      fonts?: string;
    };
    GenerationSummary: {
      id: string;
      template_id: string | null;
      input_type: 'html' | 'template' | 'react' | 'url';
      source: 'api' | 'batch' | 'integrations';
      batch_id: string | null;
      status: 'queued' | 'processing' | 'completed' | 'failed';
      url: string | null;
      url_expires_at: string | null;
      pages: number | null;
      width?: number;
      height?: number;
      file_size: number | null;
      generation_time_ms: number | null;
      filename: string | null;
      metadata: { [key: string]: string | number | boolean };
      warnings: components['schemas']['DocumentWarning'][];
      created_at: string;
      sha256?: string;
      reproducible?: boolean;
      engine?: string;
      fonts?: string;
    };
    GenerationWithFile: {
      id: string;
      template_id: string | null;
      input_type: 'html' | 'template' | 'react' | 'url';
      source: 'api' | 'batch' | 'integrations';
      batch_id: string | null;
      status: 'queued' | 'processing' | 'completed' | 'failed';
      url: string | null;
      url_expires_at: string | null;
      pages: number | null;
      width?: number;
      height?: number;
      file_size: number | null;
      generation_time_ms: number | null;
      filename: string | null;
      metadata: { [key: string]: string | number | boolean };
      warnings: components['schemas']['DocumentWarning'][];
      created_at: string;
      error: string | null;
      sha256?: string;
      reproducible?: boolean;
      engine?: string;
      fonts?: string;
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
    PdfFile:
      | { url: string; file_size: number; warnings?: components['schemas']['PdfWarning'][] }
      | { data: string; file_size: number; warnings?: components['schemas']['PdfWarning'][] };
    PdfPart: { url: string; file_size: number; index: number } | { data: string; file_size: number; index: number };
    PdfPermissions: { printing: boolean; copying: boolean; modifying: boolean };
    PdfSource: { pdf?: string; pdf_url?: string; password?: string };
    PdfStep:
      | {
          type: 'watermark';
          text?: string;
          image?: string;
          opacity: number;
          rotation: number;
          font_size?: number;
          color: string;
          layer: 'over' | 'under';
          pages?: number[][];
        }
      | { type: 'merge'; pdf?: string; pdf_url?: string; generation?: string; position: 'after' | 'before' }
      | {
          type: 'sign';
          name: string | unknown;
          reason?: string;
          location?: string;
          contact?: string;
          page: number;
          x: number;
          y: number;
          width: number;
          height: number;
          image?: string;
          certificate: boolean;
        }
      | {
          type: 'pdfa';
          title?: string;
          author?: string;
          subject?: string;
          level?: '1b' | '2b' | '3b';
          facturx?: components['schemas']['FacturX'];
        }
      | { type: 'protect'; owner_password: string; user_password?: string; permissions: components['schemas']['PdfPermissions'] };
    PdfWarning: {
      code:
        | 'ANNOTATIONS_PRINTED'
        | 'APPEARANCE_ASSUMED'
        | 'CLAIM_REMOVED'
        | 'COLOR_PROFILE_ASSUMED'
        | 'CONTENT_REMOVED'
        | 'FIELD_SCRIPT_IGNORED'
        | 'FIELD_SKIPPED'
        | 'FILE_ENLARGED'
        | 'MARK_HIDDEN'
        | 'PAGE_RASTERIZED'
        | 'SIGNATURE_REMOVED'
        | 'USAGE_RIGHTS_REMOVED';
      message: string;
    };
    PrintOptions: {
      format?: ('A4' | 'Letter' | 'Legal') | { width: string | number; height: string | number };
      margin?: (string | number) | { top?: string | number; right?: string | number; bottom?: string | number; left?: string | number };
      orientation?: 'portrait' | 'landscape';
      header?: string | null;
      footer?: string | null;
      fit?: 'none' | 'shrink';
      printBackground?: boolean;
    };
    Publication: { id: string; name: string; is_public: boolean };
    QuotaWarning: { percent: number; used: number; limit: number; month: string; resets_at: string };
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
      options: components['schemas']['TemplateOptions'];
    };
    TemplateCopy: { id: string; name: string; version: number; created_at: string };
    TemplateField: {
      name: string;
      label: string;
      help?: string;
      type: 'text' | 'number' | 'integer' | 'boolean' | 'date' | 'email' | 'url' | 'collection' | 'array' | 'any';
      required: boolean;
      time?: boolean;
      spec?:
        | components['schemas']['TemplateField'][]
        | { type: 'text' | 'number' | 'integer' | 'boolean' | 'date' | 'email' | 'url' | 'collection' | 'array' | 'any' };
    };
    TemplateOptions: {
      format?: ('A4' | 'Letter' | 'Legal') | { width: string | number; height: string | number };
      margin?: (string | number) | { top?: string | number; right?: string | number; bottom?: string | number; left?: string | number };
      orientation?: 'portrait' | 'landscape';
      header?: string | null;
      footer?: string | null;
      fit?: 'none' | 'shrink';
      printBackground?: boolean;
      locale?: string;
      timezone?: string;
      currency?: string;
      deterministic?: boolean;
      date?: string;
    };
    TemplateSummary: { id: string; name: string; version: number; is_public: boolean; created_at: string; updated_at: string };
    WaitRules: { selector?: string; expression?: string; delay_ms?: number; settle_ms?: number; timeout_ms?: number };
    WebhookSecret: { secret: string; previous_valid_until: string | null };
  };
  responses: {
    BadRequest: { content: { 'application/json': components['schemas']['Error'] } };
    Unauthorized: { content: { 'application/json': components['schemas']['Error'] } };
    Forbidden: { content: { 'application/json': components['schemas']['Error'] } };
    NotFound: { content: { 'application/json': components['schemas']['Error'] } };
    RequestTimeout: { content: { 'application/json': components['schemas']['Error'] } };
    Conflict: { content: { 'application/json': components['schemas']['Error'] } };
    Gone: { content: { 'application/json': components['schemas']['Error'] } };
    ExpectationFailed: { content: { 'application/json': components['schemas']['Error'] } };
    UnprocessableEntity: { content: { 'application/json': components['schemas']['Error'] } };
    TooManyRequests: { content: { 'application/json': components['schemas']['Error'] } };
    RequestHeaderFieldsTooLarge: { content: { 'application/json': components['schemas']['Error'] } };
    InternalServerError: { content: { 'application/json': components['schemas']['Error'] } };
    BadGateway: { content: { 'application/json': components['schemas']['Error'] } };
    ServiceUnavailable: { content: { 'application/json': components['schemas']['Error'] } };
  };
  parameters: { IdempotencyKey: string; IdempotencyScope: string };
  requestBodies: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listHooks: {
    parameters: { query?: { limit?: number; offset?: number; cursor?: string; target_url?: string } };
    responses: {
      200: { content: { 'application/json': { data: components['schemas']['Hook'][]; has_more: boolean; next_cursor: string | null } } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      417: components['responses']['ExpectationFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createHook: {
    parameters: {
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        'Idempotency-Scope'?: components['parameters']['IdempotencyScope'];
      };
    };
    requestBody: {
      content: {
        'application/json': {
          target_url: string;
          event: components['schemas']['EventType'];
          template_id?: string;
          generation_id?: string;
          source?: 'api' | 'batch' | 'integrations';
        };
      };
    };
    responses: {
      201: { content: { 'application/json': components['schemas']['HookWithSecret'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteHook: {
    parameters: { path: { id: string } };
    responses: {
      200: { content: { 'application/json': { id: string; deleted: true } } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      417: components['responses']['ExpectationFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listDeliveries: {
    parameters: { query?: { limit?: number; offset?: number; cursor?: string } };
    responses: {
      200: {
        content: {
          'application/json': { data: components['schemas']['DeliverySummary'][]; has_more: boolean; next_cursor: string | null };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      417: components['responses']['ExpectationFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getDelivery: {
    parameters: { path: { id: string } };
    responses: {
      200: { content: { 'application/json': components['schemas']['Delivery'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      417: components['responses']['ExpectationFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  resendDelivery: {
    parameters: {
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        'Idempotency-Scope'?: components['parameters']['IdempotencyScope'];
      };
      path: { id: string };
    };
    responses: {
      200: { content: { 'application/json': components['schemas']['Delivery'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getWebhookSecret: {
    responses: {
      200: { content: { 'application/json': components['schemas']['WebhookSecret'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      417: components['responses']['ExpectationFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  rotateWebhookSecret: {
    parameters: {
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        'Idempotency-Scope'?: components['parameters']['IdempotencyScope'];
      };
    };
    responses: {
      200: { content: { 'application/json': components['schemas']['WebhookSecret'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listTemplates: {
    parameters: { query?: { limit?: number; offset?: number; cursor?: string; search?: string } };
    responses: {
      200: {
        content: {
          'application/json': { data: components['schemas']['TemplateSummary'][]; has_more: boolean; next_cursor: string | null };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      417: components['responses']['ExpectationFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createTemplate: {
    parameters: {
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        'Idempotency-Scope'?: components['parameters']['IdempotencyScope'];
      };
    };
    requestBody: {
      content: {
        'application/json': {
          name: string;
          html_content: string;
          schema?: { [key: string]: unknown };
          options?: components['schemas']['TemplateOptions'];
        };
      };
    };
    responses: {
      201: { content: { 'application/json': components['schemas']['Template'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getTemplate: {
    parameters: { path: { id: string } };
    responses: {
      200: { content: { 'application/json': components['schemas']['Template'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      417: components['responses']['ExpectationFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  updateTemplate: {
    parameters: { path: { id: string } };
    requestBody: {
      content: {
        'application/json': {
          name?: string;
          html_content?: string;
          schema?: { [key: string]: unknown };
          options?: components['schemas']['TemplateOptions'];
        };
      };
    };
    responses: {
      200: { content: { 'application/json': components['schemas']['Template'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      417: components['responses']['ExpectationFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteTemplate: {
    parameters: { path: { id: string } };
    responses: {
      200: { content: { 'application/json': { deleted: true } } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      417: components['responses']['ExpectationFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getTemplateSchema: {
    parameters: { path: { id: string } };
    responses: {
      200: {
        content: {
          'application/json': { type: 'object'; title: string; properties: { [key: string]: unknown } } & { [key: string]: unknown };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      417: components['responses']['ExpectationFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listTemplateVersions: {
    parameters: { query?: { limit?: number; offset?: number }; path: { id: string } };
    responses: {
      200: { content: { 'application/json': { data: { version: number; created_at: string }[]; has_more: boolean } } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      417: components['responses']['ExpectationFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getTemplateVersion: {
    parameters: { path: { id: string; version: number } };
    responses: {
      200: {
        content: {
          'application/json': {
            id: string;
            version: number;
            html_content: string;
            options: components['schemas']['TemplateOptions'];
            created_at: string;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      417: components['responses']['ExpectationFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  restoreTemplateVersion: {
    parameters: {
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        'Idempotency-Scope'?: components['parameters']['IdempotencyScope'];
      };
      path: { id: string; version: number };
    };
    responses: {
      200: { content: { 'application/json': components['schemas']['Template'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  generateTemplate: {
    parameters: {
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        'Idempotency-Scope'?: components['parameters']['IdempotencyScope'];
      };
    };
    requestBody: {
      content: {
        'application/json': {
          prompt: string;
          type?: 'invoice' | 'receipt' | 'report' | 'certificate' | 'letter' | 'resume' | 'other';
          style?: 'professional' | 'modern' | 'minimal' | 'colorful';
          variables?: string[];
        };
      };
    };
    responses: {
      200: {
        content: {
          'application/json': {
            html: string;
            variables: string[];
            type: 'invoice' | 'receipt' | 'report' | 'certificate' | 'letter' | 'resume' | 'other';
            style: 'professional' | 'modern' | 'minimal' | 'colorful';
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      502: components['responses']['BadGateway'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listFormFields: {
    parameters: {
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        'Idempotency-Scope'?: components['parameters']['IdempotencyScope'];
      };
    };
    requestBody: { content: { 'application/json': components['schemas']['PdfSource'] } };
    responses: {
      200: {
        content: {
          'application/json': {
            fields: {
              name: string;
              type: string;
              value: string | boolean | string[];
              options?: { value: string; label: string }[];
              required: boolean;
              read_only: boolean;
              multiline?: boolean;
              max_length?: number | null;
              pages: number[];
              tooltip?: string;
            }[];
            total: number;
            warnings?: components['schemas']['PdfWarning'][];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  fillForm: {
    parameters: {
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        'Idempotency-Scope'?: components['parameters']['IdempotencyScope'];
      };
    };
    requestBody: {
      content: {
        'application/json': {
          pdf?: string;
          pdf_url?: string;
          password?: string;
          output?: 'url' | 'base64';
          fields: { name: string; value: string | boolean | string[] }[];
          flatten?: boolean;
        };
      };
    };
    responses: {
      200: { content: { 'application/json': components['schemas']['PdfFile'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  addFormFields: {
    parameters: {
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        'Idempotency-Scope'?: components['parameters']['IdempotencyScope'];
      };
    };
    requestBody: {
      content: {
        'application/json': {
          pdf?: string;
          pdf_url?: string;
          password?: string;
          output?: 'url' | 'base64';
          fields: {
            name: string;
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
      200: { content: { 'application/json': components['schemas']['PdfFile'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  signPdf: {
    parameters: {
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        'Idempotency-Scope'?: components['parameters']['IdempotencyScope'];
      };
    };
    requestBody: {
      content: {
        'application/json': {
          pdf?: string;
          pdf_url?: string;
          password?: string;
          output?: 'url' | 'base64';
          name: string | unknown;
          reason?: string;
          location?: string;
          contact?: string;
          page?: number;
          x?: number;
          y?: number;
          width?: number;
          height?: number;
          image?: string;
          certificate?: boolean;
        };
      };
    };
    responses: {
      200: {
        content: {
          'application/json':
            | {
                url: string;
                file_size: number;
                signed: true;
                signature_annotation_added: true;
                cryptographically_signed: boolean;
                level?: 'B-B' | 'B-T';
                warnings?: components['schemas']['PdfWarning'][];
              }
            | {
                data: string;
                file_size: number;
                signed: true;
                signature_annotation_added: true;
                cryptographically_signed: boolean;
                level?: 'B-B' | 'B-T';
                warnings?: components['schemas']['PdfWarning'][];
              };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  protectPdf: {
    parameters: {
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        'Idempotency-Scope'?: components['parameters']['IdempotencyScope'];
      };
    };
    requestBody: {
      content: {
        'application/json': {
          pdf?: string;
          pdf_url?: string;
          password?: string;
          output?: 'url' | 'base64';
          owner_password: string;
          user_password?: string;
          permissions?: components['schemas']['PdfPermissions'];
        };
      };
    };
    responses: {
      200: {
        content: {
          'application/json':
            | { url: string; file_size: number; protected: true; warnings?: components['schemas']['PdfWarning'][] }
            | { data: string; file_size: number; protected: true; warnings?: components['schemas']['PdfWarning'][] };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  splitPdf: {
    parameters: {
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        'Idempotency-Scope'?: components['parameters']['IdempotencyScope'];
      };
    };
    requestBody: {
      content: {
        'application/json': { pdf?: string; pdf_url?: string; password?: string; output?: 'url' | 'base64'; ranges?: number[][] };
      };
    };
    responses: {
      200: {
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
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  convertToPdfa: {
    parameters: {
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        'Idempotency-Scope'?: components['parameters']['IdempotencyScope'];
      };
    };
    requestBody: {
      content: {
        'application/json': {
          pdf?: string;
          pdf_url?: string;
          password?: string;
          output?: 'url' | 'base64';
          title?: string;
          author?: string;
          subject?: string;
          level?: '1b' | '2b' | '3b';
          facturx?: components['schemas']['FacturX'];
        };
      };
    };
    responses: {
      200: {
        content: {
          'application/json':
            | {
                url: string;
                file_size: number;
                pdfa: true;
                level: '1b' | '2b' | '3b';
                rasterized_pages?: number[];
                warnings?: components['schemas']['PdfWarning'][];
              }
            | {
                data: string;
                file_size: number;
                pdfa: true;
                level: '1b' | '2b' | '3b';
                rasterized_pages?: number[];
                warnings?: components['schemas']['PdfWarning'][];
              };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  mergePdfs: {
    parameters: {
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        'Idempotency-Scope'?: components['parameters']['IdempotencyScope'];
      };
    };
    requestBody: {
      content: {
        'application/json': {
          pdfs: (string | { pdf?: string; pdf_url?: string; password?: string; ranges?: number[][] })[];
          bookmark_per_file?: boolean;
          output?: 'url' | 'base64';
        };
      };
    };
    responses: {
      200: {
        content: {
          'application/json':
            | { url: string; file_size: number; pages: number; warnings?: components['schemas']['PdfWarning'][] }
            | { data: string; file_size: number; pages: number; warnings?: components['schemas']['PdfWarning'][] };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  watermarkPdf: {
    parameters: {
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        'Idempotency-Scope'?: components['parameters']['IdempotencyScope'];
      };
    };
    requestBody: {
      content: {
        'application/json': {
          pdf?: string;
          pdf_url?: string;
          password?: string;
          output?: 'url' | 'base64';
          text?: string;
          image?: string;
          opacity?: number;
          rotation?: number;
          font_size?: number;
          color?: string;
          layer?: 'over' | 'under';
          pages?: number[][];
        };
      };
    };
    responses: {
      200: { content: { 'application/json': components['schemas']['PdfFile'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  inspectPdf: {
    parameters: {
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        'Idempotency-Scope'?: components['parameters']['IdempotencyScope'];
      };
    };
    requestBody: { content: { 'application/json': components['schemas']['PdfSource'] } };
    responses: {
      200: {
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
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  previewPdf: {
    parameters: {
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        'Idempotency-Scope'?: components['parameters']['IdempotencyScope'];
      };
    };
    requestBody: {
      content: {
        'application/json': { pdf?: string; pdf_url?: string; password?: string; output?: 'url' | 'base64'; page?: number; dpi?: number };
      };
    };
    responses: {
      200: {
        content: {
          'application/json':
            | { url: string; file_size: number; width: number; height: number }
            | { data: string; file_size: number; width: number; height: number };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createGeneration: {
    parameters: {
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        'Idempotency-Scope'?: components['parameters']['IdempotencyScope'];
      };
    };
    requestBody: { content: { 'application/json': components['schemas']['GenerateRequest'] } };
    responses: {
      201: {
        content: {
          'application/json': components['schemas']['GenerateResult'];
          'application/pdf': string;
          'image/png': string;
          'image/jpeg': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  retryGeneration: {
    parameters: {
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        'Idempotency-Scope'?: components['parameters']['IdempotencyScope'];
      };
      path: { id: string };
    };
    responses: {
      200: {
        content: {
          'application/json': components['schemas']['GenerateResult'];
          'application/pdf': string;
          'image/png': string;
          'image/jpeg': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  replayGeneration: {
    parameters: { path: { id: string } };
    responses: {
      200: {
        content: {
          'application/json': {
            id: string;
            equal: boolean;
            sha256: string;
            original_sha256: string;
            engine: string;
            fonts: string;
            original_engine: string;
            original_fonts: string;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listGenerations: {
    parameters: {
      query?: {
        limit?: number;
        offset?: number;
        cursor?: string;
        status?: 'queued' | 'processing' | 'completed' | 'failed';
        template?: string;
        source?: 'api' | 'batch' | 'integrations';
        batch?: string;
        metadata?: string | string[];
        created_after?: string;
        created_before?: string;
        q?: string;
      };
    };
    responses: {
      200: {
        content: {
          'application/json': { data: components['schemas']['GenerationSummary'][]; has_more: boolean; next_cursor: string | null };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      417: components['responses']['ExpectationFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getGeneration: {
    parameters: { path: { id: string } };
    responses: {
      200: { content: { 'application/json': components['schemas']['GenerationWithFile'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      410: components['responses']['Gone'];
      417: components['responses']['ExpectationFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteGeneration: {
    parameters: { path: { id: string } };
    responses: {
      200: { content: { 'application/json': components['schemas']['DeletedDocument'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  downloadGeneration: {
    parameters: { path: { id: string } };
    responses: {
      200: { content: { 'application/pdf': string; 'image/png': string; 'image/jpeg': string } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      410: components['responses']['Gone'];
      417: components['responses']['ExpectationFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createBatch: {
    parameters: {
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        'Idempotency-Scope'?: components['parameters']['IdempotencyScope'];
      };
    };
    requestBody: { content: { 'application/json': components['schemas']['BatchRequest'] } };
    responses: {
      202: { content: { 'application/json': components['schemas']['BatchAccepted'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listBatches: {
    parameters: { query?: { limit?: number; offset?: number; cursor?: string } };
    responses: {
      200: {
        content: { 'application/json': { data: components['schemas']['BatchSummary'][]; has_more: boolean; next_cursor: string | null } };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      417: components['responses']['ExpectationFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getBatch: {
    parameters: { path: { id: string } };
    responses: {
      200: { content: { 'application/json': components['schemas']['Batch'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      417: components['responses']['ExpectationFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  cancelBatch: {
    parameters: {
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        'Idempotency-Scope'?: components['parameters']['IdempotencyScope'];
      };
      path: { id: string };
    };
    responses: {
      200: { content: { 'application/json': components['schemas']['Batch'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  retryBatch: {
    parameters: {
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        'Idempotency-Scope'?: components['parameters']['IdempotencyScope'];
      };
      path: { id: string };
    };
    responses: {
      202: { content: { 'application/json': components['schemas']['Batch'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  testAuthentication: {
    responses: {
      200: { content: { 'application/json': { authenticated: true; email: string; plan: string } } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      417: components['responses']['ExpectationFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listNewGenerations: {
    parameters: { query?: { limit?: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['Generation'][] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      417: components['responses']['ExpectationFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  generateFromFields: {
    parameters: {
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        'Idempotency-Scope'?: components['parameters']['IdempotencyScope'];
      };
    };
    requestBody: {
      content: {
        'application/json': {
          html?: string;
          url?: string;
          template_id?: string;
          data?: { [key: string]: unknown };
          format?: 'A4' | 'Letter' | 'Legal';
          orientation?: 'portrait' | 'landscape';
          filename?: string;
          margin_top?: string | number;
          margin_right?: string | number;
          margin_bottom?: string | number;
          margin_left?: string | number;
          header?: string | null;
          footer?: string | null;
          template_version?: number;
          base_url?: string;
          locale?: string;
          timezone?: string;
          currency?: string;
          data_timezone?: string;
          deterministic?: boolean;
          date?: string;
          strict?: boolean;
          metadata?: { [key: string]: string | number | boolean };
          test?: boolean;
          wait?: number;
        };
      };
    };
    responses: {
      200: {
        content: {
          'application/json': {
            id: string;
            url?: string;
            pages?: number;
            file_size?: number;
            warnings?: components['schemas']['DocumentWarning'][];
            status?: 'processing';
          };
        };
      };
      202: {
        content: {
          'application/json': {
            id: string;
            url?: string;
            pages?: number;
            file_size?: number;
            warnings?: components['schemas']['DocumentWarning'][];
            status?: 'processing';
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listNewTemplates: {
    parameters: { query?: { limit?: number } };
    responses: {
      200: { content: { 'application/json': components['schemas']['TemplateSummary'][] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      417: components['responses']['ExpectationFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listTemplateFields: {
    parameters: { path: { id: string } };
    responses: {
      200: { content: { 'application/json': components['schemas']['TemplateField'][] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      417: components['responses']['ExpectationFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listMarketplaceTemplates: {
    parameters: { query?: { limit?: number; offset?: number; cursor?: string; category?: string } };
    responses: {
      200: {
        content: { 'application/json': { data: components['schemas']['MarketTemplate'][]; has_more: boolean; next_cursor: string | null } };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      408: components['responses']['RequestTimeout'];
      417: components['responses']['ExpectationFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getMarketplaceTemplate: {
    parameters: { path: { id: string } };
    responses: {
      200: {
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
            options: components['schemas']['TemplateOptions'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      417: components['responses']['ExpectationFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  cloneMarketplaceTemplate: {
    parameters: {
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        'Idempotency-Scope'?: components['parameters']['IdempotencyScope'];
      };
      path: { id: string };
    };
    responses: {
      201: { content: { 'application/json': components['schemas']['TemplateCopy'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  publishTemplate: {
    parameters: {
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        'Idempotency-Scope'?: components['parameters']['IdempotencyScope'];
      };
      path: { id: string };
    };
    requestBody?: { content: { 'application/json': { category?: string; description?: string } } };
    responses: {
      200: { content: { 'application/json': components['schemas']['Publication'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  unpublishTemplate: {
    parameters: {
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        'Idempotency-Scope'?: components['parameters']['IdempotencyScope'];
      };
      path: { id: string };
    };
    responses: {
      200: { content: { 'application/json': components['schemas']['Publication'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listStarterTemplates: {
    responses: {
      200: { content: { 'application/json': { data: components['schemas']['StarterSummary'][] } } };
      400: components['responses']['BadRequest'];
      408: components['responses']['RequestTimeout'];
      417: components['responses']['ExpectationFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getStarterTemplate: {
    parameters: { path: { slug: string } };
    responses: {
      200: {
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
      400: components['responses']['BadRequest'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      417: components['responses']['ExpectationFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  cloneStarterTemplate: {
    parameters: {
      header?: {
        'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
        'Idempotency-Scope'?: components['parameters']['IdempotencyScope'];
      };
      path: { slug: string };
    };
    responses: {
      201: { content: { 'application/json': components['schemas']['TemplateCopy'] } };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      408: components['responses']['RequestTimeout'];
      409: components['responses']['Conflict'];
      417: components['responses']['ExpectationFailed'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      500: components['responses']['InternalServerError'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getHealth: { responses: { 200: { content: { 'application/json': { status: 'ok' } } } } };
  getReadiness: {
    responses: {
      200: {
        content: { 'application/json': { status: 'ready' | 'degraded'; checks: { [key: string]: 'ok' | 'degraded' | 'unavailable' } } };
      };
      503: {
        content: {
          'application/json': {
            status: 'starting' | 'stopping' | 'unavailable';
            checks: { [key: string]: 'ok' | 'degraded' | 'unavailable' };
          };
        };
      };
    };
  };
  receiveQuotaWarning: {
    parameters: { header: { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string } };
    requestBody: {
      content: { 'application/json': { type: 'quota.warning'; timestamp: string; data: components['schemas']['QuotaWarning'] } };
    };
    responses: { 410: {}; '2XX': {}; default: {} };
  };
  receiveTemplateCreated: {
    parameters: { header: { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string } };
    requestBody: {
      content: { 'application/json': { type: 'template.created'; timestamp: string; data: components['schemas']['TemplateSummary'] } };
    };
    responses: { 410: {}; '2XX': {}; default: {} };
  };
  receiveTemplateUpdated: {
    parameters: { header: { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string } };
    requestBody: {
      content: { 'application/json': { type: 'template.updated'; timestamp: string; data: components['schemas']['TemplateSummary'] } };
    };
    responses: { 410: {}; '2XX': {}; default: {} };
  };
  receiveTemplateDeleted: {
    parameters: { header: { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string } };
    requestBody: {
      content: { 'application/json': { type: 'template.deleted'; timestamp: string; data: components['schemas']['TemplateSummary'] } };
    };
    responses: { 410: {}; '2XX': {}; default: {} };
  };
  receiveGenerationCompleted: {
    parameters: { header: { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string } };
    requestBody: {
      content: { 'application/json': { type: 'generation.completed'; timestamp: string; data: components['schemas']['Generation'] } };
    };
    responses: { 410: {}; '2XX': {}; default: {} };
  };
  receiveGenerationFailed: {
    parameters: { header: { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string } };
    requestBody: {
      content: { 'application/json': { type: 'generation.failed'; timestamp: string; data: components['schemas']['Generation'] } };
    };
    responses: { 410: {}; '2XX': {}; default: {} };
  };
  receiveBatchCompleted: {
    parameters: { header: { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string } };
    requestBody: { content: { 'application/json': { type: 'batch.completed'; timestamp: string; data: components['schemas']['Batch'] } } };
    responses: { 410: {}; '2XX': {}; default: {} };
  };
}
