#pragma once

#include "facts/rule.hpp"
#include "source/files.hpp"

#include <span>
#include <string>

namespace gpuplan::facts {

/// Reads a rules file: a mapping with the list `rules`, each with `id` and any of `corner`,
/// `applies`, `check`, `level`, `unknown`, `message`, `why`, `source`. All faults of all rules are
/// reported at their place, in expressions and messages at the character; a rule with a fault is
/// left out.
std::vector<RuleText> read_rules(const source::Document& document, core::DiagnosticSink& sink);

/// Reads a rules file into a rule set: new ids are added, known ones changed.
void add_rules(RuleSet& rules, const source::Document& document, core::DiagnosticSink& sink);

/// The same for files by path, each laid over those before it.
void add_rule_files(RuleSet& rules,
                    std::span<const std::string> paths,
                    source::FileReader& files,
                    core::DiagnosticSink& sink);

} // namespace gpuplan::facts
