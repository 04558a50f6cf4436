// SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@testable import Templates

/// Semantics of templates, and errors.
@Suite struct TemplateTests {
  @Test(arguments: [
    ("Hi {{name}}!", "Hi <Kim> & \"Co\"!"), ("{{ name }}", "<Kim> & \"Co\""), ("{{nothing}}.", "."),
    ("{{app.name}}", "PFA"), ("{{#app}}{{name}}{{/app}}", "PFA"), ("{{#app}}{{days}}{{/app}}", "30"),
    ("{{app.nothing.more}}", ""), ("{{name.more}}", ""), ("{{app}}{{list}}{{null}}", ""),
    ("{{days}} {{yes}}", "30 true"),
    ("{{days}} day{{^days.isOne}}s{{/days.isOne}}, {{one}} day{{^one.isOne}}s{{/one.isOne}}", "30 days, 1 day"),
    ("{{#one}}{{#one.isOne}}1{{/one.isOne}}{{/one}}{{#name.isOne}}x{{/name.isOne}}", "1"),
    ("{{#list}}<{{.}}>{{/list}}", "<a><b>"), ("{{#people}}{{name}},{{/people}}", "Ann,Bo,"),
    ("{{^empty}}none{{/empty}}{{#empty}}some{{/empty}}", "none"), ("{{#no}}x{{/no}}{{^no}}y{{/no}}", "y"),
    ("{{#null}}x{{/null}}{{^null}}y{{/null}}", "y"), ("{{#blank}}x{{/blank}}{{^blank}}y{{/blank}}", "x"),
    ("{{#outer}}{{name}}{{/outer}}", ""), ("a{{! no }}b", "ab"), ("a\n  {{! of\nlines }}\nb", "a\nb"),
    ("a\n{{#yes}}\nb\n{{/yes}}\nc", "a\nb\nc"), ("a\r\n{{#yes}}\r\nb\r\n{{/yes}}\r\nc", "a\r\nb\r\nc"),
    ("{{#yes}}\n{{/yes}}", ""), ("  {{#yes}} x\n  {{/yes}}\n", "   x\n"), (" {{name}}\n", " <Kim> & \"Co\"\n"),
    ("a {b} {{#yes}}{ {{days}} }{{/yes}} }}", "a {b} { 30 } }}"),
  ])
  func text(_ template: String, _ expected: String) throws {
    #expect(try filled(["": template]) == expected)
  }

  @Test(arguments: [
    ("{{name}}", "&lt;Kim&gt; &amp; &quot;Co&quot;"), ("{{{name}}}", "<Kim> & \"Co\""),
    ("{{& name}}", "<Kim> & \"Co\""),
    ("{{tick}}", "&#39;"), ("{{joined}}", "\u{0600}&lt;b\u{0301}"),
  ])
  func html(_ template: String, _ expected: String) throws {
    #expect(try filled(["": template], isHTML: true) == expected)
  }

  @Test func whatDependsOnConstantValuesAloneBecomesText() {
    let values: JSON = ["app": ["name": "P&A", "no": false], "list": [["name": "a"], ["name": "b"]]]
    let constant = ConstantValues(id: "", values.members!)
    let folding = TemplateFolding(constant: constant, isHTML: true)
    func name(_ text: String) -> Template.Name { Template.Name(text) }
    let template = Template(
      parts: [
        .text(Array("<".utf8)), .variable(name("app.name"), isEscaped: true),
        .section(name("list"), isInverted: false, [.variable(name("name"), isEscaped: true)]),
        .section(name("app.no"), isInverted: false, [.variable(name("other"), isEscaped: true)]),
        .section(name("app.name"), isInverted: false, [.variable(name("other"), isEscaped: true)]),
      ], included: [])
    #expect(
      folding.folded(template).parts == [
        .text(Array("<P&amp;Aab".utf8)),
        .section(name("app.name"), isInverted: false, [.variable(name("other"), isEscaped: true)]),
      ])
  }

  @Test func aPartialIsIndentedAsItStandsAndItsValuesAreNot() throws {
    let templates = ["": "1\n  {{>p}}\n2 {{>q}}\n", "p": "a\n\n{{lines}}\nb{{#yes}}c\n{{/yes}}\n{{>q}}\n", "q": "q"]
    #expect(try filled(templates) == "1\n  a\n\n  x\ny\n  bc\n  q2 q\n")
  }

  @Test func aParentIsFilledWithTheBlocksOfWhoTakesItIn() throws {
    let templates = [
      "": "{{<page}}ignored{{$head}}H {{days}}{{/head}} {{! and this }}{{$none}}-{{/none}}{{/page}}",
      "page": "[{{$head}}default{{/head}}|{{$body}}{{name}}{{/body}}]",
    ]
    #expect(try filled(templates) == "[H 30|<Kim> & \"Co\"]")
  }

  @Test func whoTakesInAParentOfAParentHasTheLastWord() throws {
    let templates = [
      "": "{{<middle}}{{$a}}mine{{/a}}{{/middle}}", "middle": "{{<base}}{{$a}}middle{{/a}}{{$b}}middle{{/b}}{{/base}}",
      "base": "{{$a}}{{/a}} {{$b}}{{/b}} {{$c}}base{{/c}}",
    ]
    #expect(try filled(templates) == "mine middle base")
  }

  @Test func aPartialWithAWordIsFilledWithTheBlockOfThatName() throws {
    let templates = [
      "": "{{<page}}{{$hi}}Hi {{days}}{{/hi}}{{/page}}", "page": "1\n  {{>line hi}}\n2 {{> line  bye }}\n",
      "line": "- {{$words}}default{{/words}}\n",
    ]
    #expect(try filled(templates) == "1\n  - Hi 30\n2 - \n\n")
  }

  @Test func aWordFillsBlocksThatNothingElseFills() throws {
    let rules = TemplateRules(what: "test", folder: "", variables: ["days"], sharedVariables: [], allowsUnescaped: true)
    func parsed(_ text: String) throws -> Template {
      var parser = TemplateParser(path: "t", text: Array(text.utf8), rules: rules, variables: [rules.variables])
      return try parser.template()
    }
    let family = TemplateFamily(
      templates: [
        "": try parsed("{{<page}}{{$b}}own{{/b}}{{/page}}"),
        "page": try parsed("{{$a}}default{{/a}} {{$b}}default{{/b}} {{$c}}default{{/c}}"),
      ],
      words: [
        Template.Block(name: "a", parts: try parsed("word {{days}}").parts),
        Template.Block(name: "b", parts: try parsed("word").parts),
      ])
    #expect(PreparedTemplate(family, isHTML: false).fill(["days": 30]) == "word 30 own default")
  }

  @Test(
    arguments: [
      ("a < b & c > \"d\" 'e'", "a < b & c > \"d\" 'e'", "a &lt; b &amp; c &gt; \"d\" 'e'"),
      ("E\u{2011}Mail \u{201C}é\u{201D}", "E-Mail \u{201C}é\u{201D}", "E&#8209;Mail \u{201C}é\u{201D}"),
      (
        "{{client.name}} {{#client}}{{name}}{{/client}} {{note}}", "<Kim> <Kim> a & b",
        "<bdi>&lt;Kim&gt;</bdi> &lt;Kim&gt; a &amp; b"
      ),
      ("{{^note}}&{{/note}}{{#note}}<{{/note}}", "<", "&lt;"),
    ]
  )
  func aWordIsPlainText(_ word: String, _ text: String, _ html: String) throws {
    let values: JSON = ["client": ["name": "<Kim>"], "note": "a & b"]
    for (isHTML, expected) in [(false, text), (true, html)] {
      let family = TemplateFamily(templates: ["": Template(parts: try parsedWord(word), included: [])])
      #expect(PreparedTemplate(family, isHTML: isHTML).fill(values) == expected)
    }
  }

  @Test(arguments: [
    ("{{>note}}", "t: hi: {{>note}} should be in the structure: a word has only variables and sections"),
    ("{{$note}}{{/note}}", "t: hi: {{$note}} should be in the structure"),
    ("{{{note}}}", "t: hi: {{note}} should have two braces on each side"),
    ("a\n{{nte}}", "t: hi: {{nte}} is not a variable of this test"), ("{{#note}}", "t: hi: {{#note}} has no end"),
  ])
  func wrongWord(_ word: String, _ expected: String) throws {
    let problem = #expect(throws: Problem.self) { try parsedWord(word) }
    #expect(problem?.detail.contains(expected) ?? false, "\(problem?.detail ?? "")")
  }

  private func parsedWord(_ word: String) throws -> [Template.Part] {
    let rules = TemplateRules(
      what: "test", folder: "", variables: ["client client.name note"], sharedVariables: [], allowsUnescaped: true,
      isolatedVariables: ["client.name"])
    var parser = TemplateParser(
      path: "t", text: Array(word.utf8), rules: rules, variables: [rules.variables],
      word: "hi")
    return try parser.template().parts
  }

  @Test func aBlockWithinItselfEnds() throws {
    let templates = [
      "": "{{<p}}{{$a}}({{$a}}x{{/a}}{{$b}}{{/b}}){{/a}}{{$b}}[{{$a}}y{{/a}}]{{/b}}{{/p}}", "p": "{{$a}}{{/a}}",
    ]
    #expect(try filled(templates) == "(x[y])")
  }

  @Test(arguments: [
    ("a\n{{nmae}}", "t:2: {{nmae}} is not a variable of this test"),
    ("{{}}", "t:1: {{}} is not a variable of this test"),
    ("{{#days}}\n", "t:1: {{#days}} has no end"), ("\n{{/days}}", "t:2: {{/days}} ends nothing"),
    ("{{#days}}\n\n{{/name}}", "t:3: {{/name}} should be {{/days}}, which ends that of line 1"),
    ("{{name", "t:1: {{name is not closed"), ("\n{{na\nme}}", "t:2: {{na is not closed"),
    ("{{{name}}", "t:1: {{{name is not closed"),
    ("{{!\n\n", "t:1: {{!\n\n is not closed"), ("{{!\n\n}}\n{{x}}", "t:4: {{x}} is not a variable of this test"),
    ("{{#days}}\n{{/days}}\n{{x}}", "t:3: {{x}} is not a variable of this test"),
    ("{{#weeks.isOne}}{{/weeks.isOne}}", "t:1: {{weeks.isOne}} is not a variable of this test"),
    ("{{ #days}}{{/days}}", "t:1: {{#days}} is not a variable of this test"),
    ("{{ {name}}}", "t:1: {{{name}} is not a variable of this test"),
    (String(repeating: "{{#days}}", count: 101), "t:1: {{#days}} is in more than a hundred others"),
    ("{{=<% %>=}}", "t:1: other delimiters are not supported"),
    ("{{%X:Y}}", "t:1: {{%X:Y}} is an unknown tag"),
    ("{{<p}}\n{{name}}{{/p}}", "t:2: {{name}} should be in a block: {{<p}} has only those"),
    ("{{<p}}{{#days}}{{/days}}{{/p}}", "t:1: {{#days}} should be in a block: {{<p}} has only those"),
  ])
  func wrong(_ template: String, _ expected: String) throws {
    let problem = #expect(throws: Problem.self) { try filled(["": template]) }
    #expect(problem?.detail.contains(expected) ?? false, "\(problem?.detail ?? "")")
  }
}

private let values: JSON = [
  "name": "<Kim> & \"Co\"", "tick": "'", "joined": "\u{0600}<b\u{0301}", "days": 30, "one": 1, "yes": true, "no": false,
  "null": .null, "blank": "", "list": ["a", "b"], "empty": [], "people": [["name": "Ann"], ["name": "Bo"]],
  "app": ["name": "PFA"], "outer": ["name": .null], "lines": "x\ny",
]

/// Renders templates with the values above.
private func filled(_ templates: [String: String], isHTML: Bool = false) throws -> String {
  let names = values.members!.pairs.map(\.name) + ["nothing", "app.name", "app.nothing.more", "name.more"]
  return try fill(templates, names, values, isHTML: isHTML)
}
