// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/** The regular expressions of texts, by their names in the schemas. */
export const patterns: { readonly [name: string]: string } = {
  date: "^[\\u0020\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000\\u2001\\u2002-\\u200f\\u202a-\\u202f\\u205f-\\u206f\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8]*[0-9]{4}-[0-9]{2}-[0-9]{2}[\\u0020\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000\\u2001\\u2002-\\u200f\\u202a-\\u202f\\u205f-\\u206f\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8]*$",
  email: "^[\\u0020\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000\\u2001\\u2002-\\u200f\\u202a-\\u202f\\u205f-\\u206f\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8]*(?![\\u0020\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000\\u2001\\u2002-\\u200f\\u202a-\\u202f\\u205f-\\u206f\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8])(?=[^@]{1,64}@)(?=[^ ]{3,254}[\\u0020\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000\\u2001\\u2002-\\u200f\\u202a-\\u202f\\u205f-\\u206f\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8]*$)[^\\u0000- \"(),.:;<>@\\[\\\\\\]\\u007f-\\u00a0\\s\\u00ad\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]+(?:\\.[^\\u0000- \"(),.:;<>@\\[\\\\\\]\\u007f-\\u00a0\\s\\u00ad\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]+)*@(?![^@]*[-.\\u3002\\uff0e\\uff61][\\u0020\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000\\u2001\\u2002-\\u200f\\u202a-\\u202f\\u205f-\\u206f\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8]*$|[0-9.]+[\\u0020\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000\\u2001\\u2002-\\u200f\\u202a-\\u202f\\u205f-\\u206f\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8]*$)[^\\u0000-\\-./:-@\\[-`{-\\u00a0\\s\\u200e\\u200f\\u2028-\\u202e\\u2065-\\u206f\\u3002\\uff0e\\uff61](?:[^\\u0000-,./:-@\\[-`{-\\u00a0\\s\\u200e\\u200f\\u2028-\\u202e\\u2065-\\u206f\\u3002\\uff0e\\uff61]{0,61}[^\\u0000-\\-./:-@\\[-`{-\\u00a0\\s\\u200e\\u200f\\u2028-\\u202e\\u2065-\\u206f\\u3002\\uff0e\\uff61])?(?:[.\\u3002\\uff0e\\uff61][^\\u0000-\\-./:-@\\[-`{-\\u00a0\\s\\u200e\\u200f\\u2028-\\u202e\\u2065-\\u206f\\u3002\\uff0e\\uff61](?:[^\\u0000-,./:-@\\[-`{-\\u00a0\\s\\u200e\\u200f\\u2028-\\u202e\\u2065-\\u206f\\u3002\\uff0e\\uff61]{0,61}[^\\u0000-\\-./:-@\\[-`{-\\u00a0\\s\\u200e\\u200f\\u2028-\\u202e\\u2065-\\u206f\\u3002\\uff0e\\uff61])?)+[\\u0020\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000\\u2001\\u2002-\\u200f\\u202a-\\u202f\\u205f-\\u206f\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8]*$",
  language: "^[\\u0020\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000\\u2001\\u2002-\\u200f\\u202a-\\u202f\\u205f-\\u206f\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8]*[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*[\\u0020\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000\\u2001\\u2002-\\u200f\\u202a-\\u202f\\u205f-\\u206f\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8]*$",
  line: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*[^\\s\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029][^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$",
  lineOrNothing: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$",
  name: "^[^\\u0000-\\u001f@\\u007f-\\u009f\\u2028\\u2029\\ufe6b\\uff20]*[^\\s\\u0000-\\u001f@\\u007f-\\u009f\\u2028\\u2029\\ufe6b\\uff20][^\\u0000-\\u001f@\\u007f-\\u009f\\u2028\\u2029\\ufe6b\\uff20]*$",
  paragraphs: "^[^\\u0000-\\u0009\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$",
  phone: "^[\\u0020\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000\\u2001\\u2002-\\u200f\\u202a-\\u202f\\u205f-\\u206f\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8]*[+(]?[0-9][0-9 ()./-]*[\\u0020\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000\\u2001\\u2002-\\u200f\\u202a-\\u202f\\u205f-\\u206f\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8]*$",
  token: "^[\\u0020\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000\\u2001\\u2002-\\u200f\\u202a-\\u202f\\u205f-\\u206f\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8]*[!-~]+[\\u0020\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000\\u2001\\u2002-\\u200f\\u202a-\\u202f\\u205f-\\u206f\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8]*$",
  username: "^[\\u0020\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000\\u2001\\u2002-\\u200f\\u202a-\\u202f\\u205f-\\u206f\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8]*(?![\\u0020\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000\\u2001\\u2002-\\u200f\\u202a-\\u202f\\u205f-\\u206f\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8])[^\\u0000- @\\u007f-\\u00a0\\s\\u00ad\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufe6b\\ufeff\\uff20]+[\\u0020\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000\\u2001\\u2002-\\u200f\\u202a-\\u202f\\u205f-\\u206f\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8]*$",
};

/** The schema of each form, and the definitions to which they refer. */
export const schemas: { readonly [name: string]: unknown } = {
  "$defs": {
    "birthDate": {
      "$ref": "#/patterns/date",
      "format": "date",
      "maxLength": 10,
      "type": "string"
    },
    "consent": {
      "additionalProperties": false,
      "properties": {
        "guardianEmail": {
          "$ref": "#/$defs/email"
        },
        "version": {
          "$ref": "#/patterns/line",
          "maxLength": 64,
          "minLength": 1,
          "type": "string"
        }
      },
      "type": "object"
    },
    "device": {
      "additionalProperties": false,
      "dependentRequired": {
        "pushService": [
          "pushToken"
        ],
        "pushToken": [
          "pushService"
        ]
      },
      "properties": {
        "id": {
          "$ref": "#/patterns/line",
          "maxLength": 128,
          "minLength": 1,
          "type": "string"
        },
        "name": {
          "$ref": "#/patterns/line",
          "maxLength": 100,
          "minLength": 1,
          "type": "string"
        },
        "platform": {
          "$ref": "#/patterns/line",
          "maxLength": 32,
          "minLength": 1,
          "type": "string"
        },
        "pushService": {
          "enum": [
            "apns",
            "fcm"
          ]
        },
        "pushToken": {
          "$ref": "#/patterns/token",
          "maxLength": 4096,
          "minLength": 1,
          "type": "string"
        }
      },
      "required": [
        "id"
      ],
      "type": "object"
    },
    "displayName": {
      "$ref": "#/patterns/line",
      "maxLength": 200,
      "minLength": 1,
      "type": "string",
      "x-code": "auth/invalid-display-name",
      "x-personName": "rule"
    },
    "email": {
      "$ref": "#/patterns/email",
      "format": "idn-email",
      "maxLength": 254,
      "type": "string",
      "x-code": "auth/invalid-email"
    },
    "id": {
      "$ref": "#/patterns/token",
      "maxLength": 64,
      "minLength": 1,
      "type": "string"
    },
    "language": {
      "$ref": "#/patterns/language",
      "maxLength": 35,
      "type": "string"
    },
    "name": {
      "$ref": "#/patterns/name",
      "maxLength": 200,
      "minLength": 1,
      "type": "string",
      "x-personName": true
    },
    "newPassword": {
      "$ref": "#/patterns/lineOrNothing",
      "format": "password",
      "maxLength": 256,
      "minLength": 1,
      "type": "string",
      "x-code": "auth/weak-password"
    },
    "notes": {
      "$ref": "#/patterns/paragraphs",
      "maxLength": 4000,
      "type": "string"
    },
    "phone": {
      "$ref": "#/patterns/phone",
      "maxLength": 32,
      "minLength": 3,
      "type": "string",
      "x-code": "auth/invalid-phone-number"
    },
    "profile": {
      "additionalProperties": {
        "$ref": "#/$defs/value"
      },
      "maxProperties": 50,
      "type": "object",
      "x-maxBytes": 16384
    },
    "role": {
      "$ref": "#/patterns/line",
      "maxLength": 64,
      "minLength": 1,
      "type": "string",
      "x-code": "auth/invalid-role"
    },
    "username": {
      "$ref": "#/patterns/username",
      "maxLength": 64,
      "minLength": 3,
      "type": "string"
    },
    "value": {
      "$ref": "#/patterns/paragraphs",
      "additionalProperties": {
        "$ref": "#/$defs/value"
      },
      "items": {
        "$ref": "#/$defs/value"
      },
      "type": [
        "object",
        "array",
        "string",
        "number",
        "boolean",
        "null"
      ]
    }
  },
  "newClient": {
    "additionalProperties": false,
    "properties": {
      "coachId": {
        "$ref": "#/$defs/id"
      },
      "email": {
        "$ref": "#/$defs/email"
      },
      "locale": {
        "$ref": "#/$defs/language"
      },
      "name": {
        "$ref": "#/$defs/name"
      },
      "notes": {
        "$ref": "#/$defs/notes"
      },
      "phone": {
        "$ref": "#/$defs/phone"
      },
      "profile": {
        "$ref": "#/$defs/profile"
      }
    },
    "required": [
      "name"
    ],
    "type": "object"
  },
  "newPassword": {
    "$ref": "#/patterns/lineOrNothing",
    "format": "password",
    "maxLength": 256,
    "minLength": 1,
    "type": "string",
    "x-code": "auth/weak-password"
  },
  "signUp": {
    "additionalProperties": false,
    "properties": {
      "birthDate": {
        "$ref": "#/$defs/birthDate"
      },
      "consent": {
        "$ref": "#/$defs/consent"
      },
      "device": {
        "$ref": "#/$defs/device"
      },
      "displayName": {
        "$ref": "#/$defs/displayName"
      },
      "email": {
        "$ref": "#/$defs/email"
      },
      "locale": {
        "$ref": "#/$defs/language"
      },
      "password": {
        "$ref": "#/$defs/newPassword"
      },
      "phone": {
        "$ref": "#/$defs/phone"
      },
      "profile": {
        "$ref": "#/$defs/profile"
      },
      "role": {
        "$ref": "#/$defs/role"
      },
      "username": {
        "$ref": "#/$defs/username"
      }
    },
    "required": [
      "email",
      "password"
    ],
    "type": "object"
  }
};
