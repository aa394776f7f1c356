#include "cli/commands/shared/job_options.hpp"

#include "cli/commands/shared/exchange_options.hpp"
#include "core/text.hpp"
#include "workload/keys/keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace gpuplan::cli::commands {
namespace {

using workload::Key;
using workload::ValueKind;

/// Keys the first help page shows, under its headings; the others are under `--help-all`.
struct Shown {
  std::string_view path;
  const char* group;
};

constexpr std::array k_shown{
    Shown{"model", "Job"},
    Shown{"kind", "Job"},
    Shown{"method", "Job"},
    Shown{"data.tokens", "Job"},
    Shown{"data.samples", "Job"},
    Shown{"data.epochs", "Job"},
    Shown{"data.sequence_length", "Job"},
    Shown{"batch.global", "Job"},
    Shown{"serve.rps", "Job"},
    Shown{"serve.ttft", "Job"},
    Shown{"serve.tpot", "Job"},
    Shown{"constraints.deadline", "Limits"},
    Shown{"constraints.budget", "Limits"},
    Shown{"constraints.max_price", "Limits"},
    Shown{"constraints.max_gpu_price", "Limits"},
    Shown{"constraints.providers", "Where"},
    Shown{"constraints.places", "Where"},
    Shown{"constraints.gpus", "Where"},
    Shown{"on", "Where"},
    Shown{"purchase.terms", "Where"},
    Shown{"objective", "Choose"},
    Shown{"where", "Choose"},
};

/// Plans that are compared side by side.
constexpr int k_most_plans = 64;

/// Keys whose flags say what the program does not do yet.
constexpr std::array<std::string_view, 1> k_not_registered{"serve.profile"};

/// Whether a key is about money, market or the choice of a plan, and not about the job's needs.
bool is_of_market(const Key& key) {
  if (key.path == "constraints.gpus")
    return false;
  return key.path.starts_with("constraints.") || key.path.starts_with("purchase.") ||
         key.path == "objective" || key.path == "where" || key.path == "on" ||
         key.path == "nodes" || key.path == "data.at";
}

const char* group_of(const Key& key) {
  const auto shown = std::find_if(
      k_shown.begin(), k_shown.end(), [&](const Shown& entry) { return entry.path == key.path; });
  return shown == k_shown.end() ? k_more : shown->group;
}

std::string doc_of(const Key& key, Asked asked) {
  // What holds a job is found, so chips are named there without a count.
  if (asked == Asked::needs && key.path == "constraints.gpus")
    return "chips to size the job on, by name alone (h100,l4): how many it takes is the answer";
  std::string doc(key.doc);
  if (key.words.empty())
    return doc;
  std::string words;
  for (const auto word : key.words)
    words += (words.empty() ? "" : "|") + std::string(word);
  return doc + ": " + words;
}

std::string type_name(const Key& key) {
  if (key.path == "on")
    return "PLAN";
  if (key.path == "where" || key.path == "objective")
    return "EXPR";
  switch (key.kind) {
  case ValueKind::list: return "A,B";
  case ValueKind::table: return "NAME=VALUE";
  case ValueKind::money: return "MONEY";
  case ValueKind::duration:
  case ValueKind::latency: return "TIME";
  case ValueKind::memory: return "SIZE";
  case ValueKind::model: return "MODEL";
  case ValueKind::count:
  case ValueKind::whole:
  case ValueKind::number:
  case ValueKind::rate: return "N";
  default: return "WORD";
  }
}

std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const auto end = std::min(text.find(' '), text.size());
    if (end > 0)
      words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

/// A plan may follow its model: `estimate llama-3.1-8b aws/p5.48xlarge`.
int most_words(Words words) {
  switch (words) {
  case Words::plans: return k_most_plans;
  case Words::plan: return 2;
  default: return 1;
  }
}

bool is_workload_file(const std::string& word) {
  const auto name = core::lower(word);
  return name.ends_with(".yaml") || name.ends_with(".yml") || word == "-" || word == "/dev/stdin";
}

} // namespace

bool is_option_about_plans(std::string_view flag) {
  return std::ranges::any_of(workload::keys(), [&](const Key& key) {
    return key.flag == flag &&
           std::ranges::find(k_not_registered, key.path) == std::ranges::end(k_not_registered);
  });
}

void JobOptions::add(CLI::App& app, Words words, Asked asked) {
  meaning_ = words;
  if (words != Words::none) {
    app.add_option(words == Words::job ? "MODEL" : "PLAN",
                   words_,
                   words == Words::job
                       ? "model (id, hub id, path, size), or a workload file"
                       : "plan reference: 'provider/type@region#terms xN'; a model or a workload "
                         "file may stand before it")
        ->group("Job")
        ->expected(0, most_words(words));
  }
  for (const auto& key : workload::keys()) {
    if (asked == Asked::needs && is_of_market(key))
      continue;
    if (std::find(k_not_registered.begin(), k_not_registered.end(), key.path) !=
        k_not_registered.end()) {
      continue;
    }
    auto& value = values_.emplace_back(Value{.key = &key, .texts = {}, .option = nullptr});
    value.option = app.add_option(std::string(key.flag), value.texts, doc_of(key, asked))
                       ->type_name(type_name(key))
                       ->group(group_of(key))
                       ->allow_extra_args(false);
    if (key.kind == ValueKind::boolean)
      value.option->expected(0, 1);
    for (const auto& alias : words_in(key.aliases)) {
      app.add_option(alias, value.texts)->group(k_hidden)->allow_extra_args(false);
    }
  }
  app.add_option("--from",
                 from_,
                 "workload file, or an answer whose job is asked again: FILE.json of --save, or "
                 "`last`, the last one shown on a terminal")
      ->type_name("FILE")
      ->group(k_more);
  app.add_option("--set", settings_, "any key of a workload file")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->group(k_more);
  app.add_option("--rules", rules_, "rules file laid over the built-in rules (repeatable)")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->group(k_more);
  if (asked == Asked::plans)
    add_market(app);
}

void JobOptions::add_market(CLI::App& app) {
  add_exchange_rates(app, rates_, k_more);
  app.add_option("--currency",
                 currency_,
                 "currency of the answer, and of amounts that name none (default USD)")
      ->type_name("CODE")
      ->group(k_more);
  app.add_flag("--use-spot", use_spot_)->group(k_hidden);
  app.add_flag("--strict", strict_, "leave out plans that lack a fact a rule asks for")
      ->group(k_more);
}

std::optional<ExitCode> JobOptions::check(const Environment& environment) const {
  for (const auto& word : words_) {
    if (!from_.empty() && is_workload_file(word))
      return contradiction(environment, "the workload file " + word, "--from " + from_);
  }
  for (const auto& value : values_) {
    if (!use_spot_ || value.key->path != "purchase.terms" || value.texts.empty())
      continue;
    const auto terms = fmt::format("{}", fmt::join(value.texts, ","));
    if (core::lower(terms).find("spot") == std::string::npos)
      return contradiction(environment, "--use-spot", "--terms " + terms);
  }
  return std::nullopt;
}

std::optional<std::string> JobOptions::file_word() const {
  if (words_.empty() || !is_workload_file(words_.front()))
    return std::nullopt;
  return words_.front();
}

std::optional<std::string> JobOptions::file() const {
  if (!from_.empty() && !saved_answer())
    return from_;
  return file_word();
}

std::optional<std::string> JobOptions::saved_answer() const {
  if (from_ == "last" || from_.ends_with(".json"))
    return from_;
  return std::nullopt;
}

bool JobOptions::says(std::string_view key) const {
  return std::any_of(values_.begin(), values_.end(), [&](const Value& value) {
    return value.key->path == key && !value.texts.empty();
  });
}

/// Where words name plans, the first names the model if no option does and a plan or a list of
/// values to compare is said besides: `compare llama-3.1-8b --method lora,full`.
std::optional<std::string> JobOptions::model_word() const {
  if (words_.empty() || file_word())
    return std::nullopt;
  if (meaning_ == Words::job)
    return words_.front();
  const bool unnamed = from_.empty() && !says("model");
  const bool plan_besides = words_.size() > 1 || says("on") || meaning_ == Words::plans;
  const bool is_plan = words_.front().find_first_of("@#") != std::string::npos;
  return unnamed && plan_besides && !is_plan ? std::optional{words_.front()} : std::nullopt;
}

std::vector<std::string> JobOptions::plans() const {
  if (meaning_ == Words::job || words_.empty())
    return {};
  return {words_.begin() + (model_word() || file_word() ? 1 : 0), words_.end()};
}

workload::Overrides JobOptions::overrides() const {
  workload::Overrides all;
  if (auto model = model_word())
    all.push_back({"model", *model, "MODEL"});
  for (const auto& plan : plans())
    all.push_back({"on", plan, "PLAN"});
  for (const auto& value : values_) {
    const std::string path(value.key->path);
    const std::string flag(value.key->flag);
    const bool bare = value.option->count() > 0 && value.texts.empty();
    if (bare)
      all.push_back({path, "true", flag});
    for (const auto& text : value.texts) {
      if (value.key->kind != ValueKind::table) {
        const bool is_switch = value.key->kind == ValueKind::boolean && text.empty();
        all.push_back({path, is_switch ? "true" : text, flag});
        continue;
      }
      const auto equals = text.find('=');
      all.push_back({path + "." + text.substr(0, equals),
                     equals == std::string::npos ? "" : text.substr(equals + 1),
                     fmt::format("{} {}", flag, text)});
    }
  }
  if (use_spot_)
    all.push_back({"purchase.terms", "spot", "--use-spot"});
  for (const auto& setting : settings_) {
    const auto equals = setting.find('=');
    all.push_back({setting.substr(0, equals),
                   equals == std::string::npos ? "" : setting.substr(equals + 1),
                   "--set " + setting});
  }
  return all;
}

} // namespace gpuplan::cli::commands
