import type { IAuthenticateGeneric, Icon, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

export class PlatenApi implements ICredentialType {
	name = 'platenApi';

	displayName = 'Platen API';

	icon: Icon = { light: 'file:../icons/platen.svg', dark: 'file:../icons/platen.dark.svg' };

	documentationUrl = 'https://github.com/platen/platen/tree/main/connectors/n8n#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Address',
			name: 'baseUrl',
			type: 'string',
			default: '',
			placeholder: 'https://pdf.example.com',
			required: true,
			description: 'Where your Platen runs',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl.trim().replace(/\\/+$/, "").replace(/\\/v1$/, "")}}',
			url: '/v1/integrations/auth/test',
		},
		rules: [
			{
				type: 'responseSuccessBody',
				properties: { key: 'authenticated', value: undefined, message: 'This address is not that of a Platen' },
			},
		],
	};
}
