#pragma once

#include "source/readers.hpp"

namespace gpuplan::source {

/// What every reader of text refuses before it parses: more bytes than the limit, nothing but
/// blanks, ill-formed UTF-8, control characters. `format` ("YAML") and `advice` (what to do about a
/// larger file) go into the messages. False after an error.
bool check_bytes(const SourceText& text,
                 Limits limits,
                 std::string_view format,
                 std::string_view advice,
                 core::DiagnosticSink& sink);

/// Reports an error at a place of a text.
void report(const SourceText& text,
            Position at,
            std::string_view code,
            std::string headline,
            std::string help,
            core::DiagnosticSink& sink);

/// Reports that something stands a second time, with the place of the first.
void report_repeat(const SourceText& text,
                   Position repeat,
                   Position first,
                   std::string_view code,
                   std::string headline,
                   core::DiagnosticSink& sink);

/// Reports a scalar whose escapes made a control character (`"\0"`).
void check_scalar(const SourceText& text,
                  std::string_view scalar,
                  Position at,
                  core::DiagnosticSink& sink);

/// Reports every key of a mapping that stands there already, each with the place of the first.
void check_unique_keys(const SourceText& text, const Node& mapping, core::DiagnosticSink& sink);

/// `64 MiB`, `1.5 KiB`, `12 bytes`.
std::string size_in_words(std::size_t bytes);

/// `met 80 MiB, over the limit of 64 MiB`.
std::string over_limit_in_words(std::size_t size, std::size_t limit);

/// A value as messages quote it: on one line, at most 40 characters.
std::string in_quotes(std::string_view text);

} // namespace gpuplan::source
