// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The schemas of what people type, from functions.json.
enum FormSchemas {
  /// JSON: each form's schema by its name, and the definitions to which they refer.
  static let text = #"""
    {"$defs":{"birthDate":{"$ref":"#/patterns/date","maxLength":10,"type":"string"},"consent":{"additionalProperti\#
    es":false,"properties":{"guardianEmail":{"$ref":"#/$defs/email"},"version":{"$ref":"#/patterns/line","maxLengt\#
    h":64,"minLength":1,"type":"string"}},"required":["version"],"type":"object"},"device":{"additionalProperties"\#
    :false,"dependentRequired":{"pushService":["pushToken"],"pushToken":["pushService"]},"properties":{"id":{"$ref\#
    ":"#/patterns/line","maxLength":128,"minLength":1,"type":"string"},"name":{"$ref":"#/patterns/line","maxLength\#
    ":100,"minLength":1,"type":"string"},"platform":{"$ref":"#/patterns/line","maxLength":32,"minLength":1,"type":\#
    "string"},"pushService":{"enum":["apns","fcm"]},"pushToken":{"$ref":"#/patterns/token","maxLength":4096,"minLe\#
    ngth":1,"type":"string"}},"required":["id"],"type":"object"},"displayName":{"$ref":"#/patterns/line","maxLengt\#
    h":200,"minLength":1,"type":"string","x-code":"auth/invalid-display-name","x-personName":"rule"},"email":{"$re\#
    f":"#/patterns/email","format":"idn-email","maxLength":254,"type":"string","x-code":"auth/invalid-email"},"id"\#
    :{"$ref":"#/patterns/token","maxLength":64,"minLength":1,"type":"string"},"language":{"$ref":"#/patterns/langu\#
    age","maxLength":35,"type":"string"},"name":{"$ref":"#/patterns/name","maxLength":200,"minLength":1,"type":"st\#
    ring","x-personName":true},"newPassword":{"$ref":"#/patterns/lineOrNothing","format":"password","maxLength":25\#
    6,"minLength":1,"type":"string","x-code":"auth/weak-password"},"notes":{"$ref":"#/patterns/paragraphs","maxLen\#
    gth":4000,"type":"string"},"phone":{"$ref":"#/patterns/phone","maxLength":32,"minLength":3,"type":"string","x-\#
    code":"auth/invalid-phone-number"},"profile":{"additionalProperties":{"$ref":"#/$defs/value"},"maxProperties":\#
    50,"type":"object","x-maxBytes":16384},"role":{"$ref":"#/patterns/line","maxLength":64,"minLength":1,"type":"s\#
    tring","x-code":"auth/invalid-role"},"username":{"$ref":"#/patterns/username","maxLength":64,"minLength":3,"ty\#
    pe":"string"},"value":{"$ref":"#/patterns/paragraphs","additionalProperties":{"$ref":"#/$defs/value"},"items":\#
    {"$ref":"#/$defs/value"},"type":["object","array","string","number","boolean","null"]}},"newClient":{"addition\#
    alProperties":false,"properties":{"coachId":{"$ref":"#/$defs/id"},"email":{"$ref":"#/$defs/email"},"locale":{"\#
    $ref":"#/$defs/language"},"name":{"$ref":"#/$defs/name"},"notes":{"$ref":"#/$defs/notes"},"phone":{"$ref":"#/$\#
    defs/phone"},"profile":{"$ref":"#/$defs/profile"}},"required":["name"],"type":"object"},"newPassword":{"$ref":\#
    "#/patterns/lineOrNothing","format":"password","maxLength":256,"minLength":1,"type":"string","x-code":"auth/we\#
    ak-password"},"signUp":{"additionalProperties":false,"properties":{"birthDate":{"$ref":"#/$defs/birthDate"},"c\#
    onsent":{"$ref":"#/$defs/consent"},"device":{"$ref":"#/$defs/device"},"displayName":{"$ref":"#/$defs/displayNa\#
    me"},"email":{"$ref":"#/$defs/email"},"locale":{"$ref":"#/$defs/language"},"password":{"$ref":"#/$defs/newPass\#
    word"},"phone":{"$ref":"#/$defs/phone"},"profile":{"$ref":"#/$defs/profile"},"role":{"$ref":"#/$defs/role"},"u\#
    sername":{"$ref":"#/$defs/username"}},"required":["email","password"],"type":"object"}}
    """#
}
