#include "source/readers.hpp"
#include "support/catch.hpp"
#include "support/source_text.hpp"

using namespace gpuplan;
using source::Limits;

namespace {

enum class Format { yaml, json, csv };

std::string faults_of(Format format, const std::string& bytes, Limits limits) {
  core::DiagnosticSink sink;
  const auto text = test::source_text(bytes, "in");
  bool answered = false;
  switch (format) {
  case Format::yaml: answered = read_yaml(text, limits, sink).has_value(); break;
  case Format::json: answered = read_json(text, limits, sink).has_value(); break;
  case Format::csv: answered = read_csv(text, limits, sink).has_value(); break;
  }
  CHECK(answered == !sink.failed());
  return test::rendered(sink);
}

constexpr Limits k_small{.most_bytes = 1000};

} // namespace

TEST_CASE("every reader refuses more bytes than its limit", "[source][limits]") {
  const auto [format, name, advice] = GENERATE(table<Format, std::string, std::string>({
      {Format::yaml, "YAML", "split the file; long tables are read as CSV"},
      {Format::json, "JSON", "split the file, or write one value a line (NDJSON)"},
      {Format::csv, "CSV", "split the table into several files"},
  }));
  CHECK(faults_of(format, std::string(1001, ' '), k_small) ==
        "in: error[SRC004]: met 1,001 bytes, over the limit of 1,000 bytes for " + name +
            "\n  help: " + advice + "\n");
  CHECK_THAT(faults_of(format, std::string((1U << 20U) + 1, ' '), {.most_bytes = 1U << 20U}),
             ContainsSubstring("met 1,048,577 bytes, over the limit of 1 MiB"));
}

TEST_CASE("every reader refuses an empty text", "[source][limits]") {
  const auto [format, name] = GENERATE(table<Format, std::string>(
      {{Format::yaml, "YAML"}, {Format::json, "JSON"}, {Format::csv, "CSV"}}));
  const auto* bytes = GENERATE("", " \n\t\r\n", "\xEF\xBB\xBF");
  CHECK(faults_of(format, bytes, k_small) ==
        "in: error[SRC005]: met an empty text, expected " + name + "\n");
}

TEST_CASE("every reader refuses ill-formed UTF-8 at its byte", "[source][utf8]") {
  const auto format = GENERATE(Format::yaml, Format::json, Format::csv);
  CHECK(faults_of(format, "a: 1\nb: \xFF", k_small) ==
        "in:2:4: error[SRC006]: met the byte 0xFF, which is no UTF-8\n"
        "  2 | b: \xEF\xBF\xBD\n"
        "    |    ^\n"
        "  help: save the file as UTF-8\n");
  // Overlong, surrogate, above U+10FFFF, cut off, lone continuation.
  const auto* bad = GENERATE("\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82", "\x80");
  CHECK_THAT(faults_of(format, bad, k_small), ContainsSubstring("which is no UTF-8"));
}

TEST_CASE("every reader refuses control characters", "[source][utf8]") {
  const auto format = GENERATE(Format::yaml, Format::json, Format::csv);
  CHECK(faults_of(format, std::string("ab\0c", 4), k_small) ==
        "in:1:3: error[SRC007]: met the control character U+0000, expected text\n"
        "  1 | ab?c\n"
        "    |   ^\n");
  const auto* bad = GENERATE("a\x1b[31m", "a\x04", "a\x7F");
  CHECK_THAT(faults_of(format, bad, k_small), ContainsSubstring("met the control character U+00"));
}

TEST_CASE("of a binary file no bytes are shown", "[source][utf8]") {
  const auto [format, name] = GENERATE(table<Format, std::string>(
      {{Format::yaml, "YAML"}, {Format::json, "JSON"}, {Format::csv, "CSV"}}));
  CHECK(faults_of(format, std::string("\x7F\x45LF\x02\0\xC8k\n", 9), k_small) ==
        "in: error[SRC006]: met a binary file, whose byte 6 is 0xC8, expected " + name +
            " as UTF-8 text\n");
}

TEST_CASE("every reader takes a byte-order mark and CRLF", "[source][utf8]") {
  CHECK(faults_of(Format::yaml,
                  "\xEF\xBB\xBF"
                  "a: 1\r\nb: 2\r\n",
                  k_small)
            .empty());
  CHECK(faults_of(Format::json, "\xEF\xBB\xBF{\r\n\"a\": 1}\r\n", k_small).empty());
  CHECK(faults_of(Format::csv,
                  "\xEF\xBB\xBF"
                  "a,b\r\n1,2\r\n",
                  k_small)
            .empty());
}

TEST_CASE("readers count values against their limit", "[source][limits]") {
  const Limits few{.most_bytes = 1000, .most_values = 5};
  CHECK(faults_of(Format::yaml, "[1, 2, 3, 4]", few).empty());
  CHECK_THAT(faults_of(Format::yaml, "[1, 2, 3, 4, 5]", few),
             ContainsSubstring("more than 5 values"));
  CHECK(faults_of(Format::json, "[1, 2, 3, 4]", few).empty());
  CHECK_THAT(faults_of(Format::json, "[1, 2, 3, 4, 5]", few),
             ContainsSubstring("more than 5 values"));
  CHECK(faults_of(Format::csv, "a\n1\n2\n3\n4", few).empty());
  CHECK_THAT(faults_of(Format::csv, "a\n1\n2\n3\n4\n5", few),
             ContainsSubstring("more than 5 cells"));
}

TEST_CASE("a long line is cut around its caret", "[source][text]") {
  const std::string line = "[" + std::string(200, ' ') + "'x', &" + std::string(200, ' ') + "]";
  core::DiagnosticSink sink;
  const auto text = test::source_text(line, "in");
  const auto span = text->span({.line = 1, .column = 202, .length = 3});
  CHECK(span.column == 202);
  CHECK(span.line_text.size() == 100);
  CHECK(span.line_text.substr(span.column - span.line_text_column, 3) == "'x'");
  CHECK(
      core::render(
          {.code = "X", .headline = "h", .at = text->span({.line = 1, .column = 202, .length = 3})})
          .ends_with("\n    | " + std::string(30, ' ') + "^^^\n"));
}

TEST_CASE("a record of a longer file reports the line it stands in", "[source][text]") {
  const source::SourceText record("jobs.ndjson", "{\"a\": tru}", 7);
  CHECK(record.span({.line = 1, .column = 7, .length = 3}).line == 7);
  CHECK(record.span({.line = 1, .column = 7, .length = 3}).line_text == "{\"a\": tru}");
  CHECK(record.span({.line = 0}).line == 0);
}
