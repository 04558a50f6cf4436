// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The schemas of what people type, from functions.json.
enum FormSchemas {
  /// JSON: each form's schema by its name, and the definitions to which they refer.
  static let text = #"""
    {"$defs":{"birthDate":{"$ref":"#/patterns/date","maxLength":10,"type":"string"},"consent":{"additionalProperti\#
    es":false,"properties":{"guardianEmail":{"$ref":"#/$defs/email"},"version":{"$ref":"#/patterns/line","maxLengt\#
    h":64,"minLength":1,"type":"string"}},"type":"object"},"device":{"additionalProperties":false,"dependentRequir\#
    ed":{"pushService":["pushToken"],"pushToken":["pushService"]},"properties":{"id":{"$ref":"#/patterns/line","ma\#
    xLength":128,"minLength":1,"type":"string"},"name":{"$ref":"#/patterns/line","maxLength":100,"minLength":1,"ty\#
    pe":"string"},"platform":{"$ref":"#/patterns/line","maxLength":32,"minLength":1,"type":"string"},"pushService"\#
    :{"enum":["apns","fcm"]},"pushToken":{"$ref":"#/patterns/token","maxLength":4096,"minLength":1,"type":"string"\#
    }},"required":["id"],"type":"object"},"displayName":{"$ref":"#/patterns/line","maxLength":200,"minLength":1,"t\#
    ype":"string","x-code":"auth/invalid-display-name","x-personName":"rule"},"email":{"$ref":"#/patterns/email","\#
    format":"idn-email","maxLength":254,"type":"string","x-code":"auth/invalid-email"},"id":{"$ref":"#/patterns/to\#
    ken","maxLength":64,"minLength":1,"type":"string"},"language":{"$ref":"#/patterns/language","maxLength":35,"ty\#
    pe":"string"},"name":{"$ref":"#/patterns/name","maxLength":200,"minLength":1,"type":"string","x-personName":tr\#
    ue},"newPassword":{"$ref":"#/patterns/lineOrNothing","format":"password","maxLength":256,"minLength":1,"type":\#
    "string","x-code":"auth/weak-password"},"notes":{"$ref":"#/patterns/paragraphs","maxLength":4000,"type":"strin\#
    g"},"phone":{"$ref":"#/patterns/phone","maxLength":32,"minLength":3,"type":"string","x-code":"auth/invalid-pho\#
    ne-number"},"profile":{"additionalProperties":{"$ref":"#/$defs/value"},"maxProperties":50,"type":"object","x-m\#
    axBytes":16384},"role":{"$ref":"#/patterns/line","maxLength":64,"minLength":1,"type":"string","x-code":"auth/i\#
    nvalid-role"},"username":{"$ref":"#/patterns/username","maxLength":64,"minLength":3,"type":"string"},"value":{\#
    "$ref":"#/patterns/paragraphs","additionalProperties":{"$ref":"#/$defs/value"},"items":{"$ref":"#/$defs/value"\#
    },"type":["object","array","string","number","boolean","null"]}},"newClient":{"additionalProperties":false,"pr\#
    operties":{"coachId":{"$ref":"#/$defs/id"},"email":{"$ref":"#/$defs/email"},"locale":{"$ref":"#/$defs/language\#
    "},"name":{"$ref":"#/$defs/name"},"notes":{"$ref":"#/$defs/notes"},"phone":{"$ref":"#/$defs/phone"},"profile":\#
    {"$ref":"#/$defs/profile"}},"required":["name"],"type":"object"},"newPassword":{"$ref":"#/patterns/lineOrNothi\#
    ng","format":"password","maxLength":256,"minLength":1,"type":"string","x-code":"auth/weak-password"},"signUp":\#
    {"additionalProperties":false,"properties":{"birthDate":{"$ref":"#/$defs/birthDate"},"consent":{"$ref":"#/$def\#
    s/consent"},"device":{"$ref":"#/$defs/device"},"displayName":{"$ref":"#/$defs/displayName"},"email":{"$ref":"#\#
    /$defs/email"},"locale":{"$ref":"#/$defs/language"},"password":{"$ref":"#/$defs/newPassword"},"phone":{"$ref":\#
    "#/$defs/phone"},"profile":{"$ref":"#/$defs/profile"},"role":{"$ref":"#/$defs/role"},"username":{"$ref":"#/$de\#
    fs/username"}},"required":["email","password"],"type":"object"}}
    """#
}
