// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The schemas of what people type, from functions.json.
enum FormSchemas {
  /// JSON: each form's schema by its name, and the definitions to which they refer.
  static let text = #"""
    {"$defs":{"birthDate":{"$ref":"#/patterns/date","format":"date","maxLength":10,"type":"string"},"consent":{"ad\#
    ditionalProperties":false,"properties":{"guardianEmail":{"$ref":"#/$defs/email"},"version":{"$ref":"#/patterns\#
    /line","maxLength":64,"minLength":1,"type":"string"}},"type":"object"},"device":{"additionalProperties":false,\#
    "dependentRequired":{"pushService":["pushToken"],"pushToken":["pushService"]},"properties":{"id":{"$ref":"#/pa\#
    tterns/line","maxLength":128,"minLength":1,"type":"string"},"name":{"$ref":"#/patterns/line","maxLength":100,"\#
    minLength":1,"type":"string"},"platform":{"$ref":"#/patterns/line","maxLength":32,"minLength":1,"type":"string\#
    "},"pushService":{"enum":["apns","fcm"]},"pushToken":{"$ref":"#/patterns/token","maxLength":4096,"minLength":1\#
    ,"type":"string"}},"required":["id"],"type":"object"},"displayName":{"$ref":"#/patterns/line","maxLength":200,\#
    "minLength":1,"type":"string","x-code":"auth/invalid-display-name","x-personName":"rule"},"email":{"$ref":"#/p\#
    atterns/email","format":"idn-email","maxLength":254,"type":"string","x-code":"auth/invalid-email"},"id":{"$ref\#
    ":"#/patterns/token","maxLength":64,"minLength":1,"type":"string"},"language":{"$ref":"#/patterns/language","m\#
    axLength":35,"type":"string"},"name":{"$ref":"#/patterns/name","maxLength":200,"minLength":1,"type":"string","\#
    x-personName":true},"newPassword":{"$ref":"#/patterns/lineOrNothing","format":"password","maxLength":256,"minL\#
    ength":1,"type":"string","x-code":"auth/weak-password"},"notes":{"$ref":"#/patterns/paragraphs","maxLength":40\#
    00,"type":"string"},"phone":{"$ref":"#/patterns/phone","maxLength":32,"minLength":3,"type":"string","x-code":"\#
    auth/invalid-phone-number"},"profile":{"additionalProperties":{"$ref":"#/$defs/value"},"maxProperties":50,"typ\#
    e":"object","x-maxBytes":16384},"role":{"$ref":"#/patterns/line","maxLength":64,"minLength":1,"type":"string",\#
    "x-code":"auth/invalid-role"},"username":{"$ref":"#/patterns/username","maxLength":64,"minLength":3,"type":"st\#
    ring"},"value":{"$ref":"#/patterns/paragraphs","additionalProperties":{"$ref":"#/$defs/value"},"items":{"$ref"\#
    :"#/$defs/value"},"type":["object","array","string","number","boolean","null"]}},"newClient":{"additionalPrope\#
    rties":false,"properties":{"coachId":{"$ref":"#/$defs/id"},"email":{"$ref":"#/$defs/email"},"locale":{"$ref":"\#
    #/$defs/language"},"name":{"$ref":"#/$defs/name"},"notes":{"$ref":"#/$defs/notes"},"phone":{"$ref":"#/$defs/ph\#
    one"},"profile":{"$ref":"#/$defs/profile"}},"required":["name"],"type":"object"},"newPassword":{"$ref":"#/patt\#
    erns/lineOrNothing","format":"password","maxLength":256,"minLength":1,"type":"string","x-code":"auth/weak-pass\#
    word"},"signUp":{"additionalProperties":false,"properties":{"birthDate":{"$ref":"#/$defs/birthDate"},"consent"\#
    :{"$ref":"#/$defs/consent"},"device":{"$ref":"#/$defs/device"},"displayName":{"$ref":"#/$defs/displayName"},"e\#
    mail":{"$ref":"#/$defs/email"},"locale":{"$ref":"#/$defs/language"},"password":{"$ref":"#/$defs/newPassword"},\#
    "phone":{"$ref":"#/$defs/phone"},"profile":{"$ref":"#/$defs/profile"},"role":{"$ref":"#/$defs/role"},"username\#
    ":{"$ref":"#/$defs/username"}},"required":["email","password"],"type":"object"}}
    """#
}
