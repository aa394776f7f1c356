#include "support/calibration.hpp"
#include "support/catch.hpp"
#include "validation/readme.hpp"
#include "validation/training/prediction.hpp"
#include "validation/training/score.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <map>
#include <set>

using namespace gpuplan::validation;
using gpuplan::test::CsvRow;

namespace {

struct Scored {
  const CsvRow* run = nullptr;
  RowKind kind = RowKind::decoder;
  Prediction prediction;
};

/// Runs that contradict other sources or hang on what no column states: spatial splits, optimizers
/// on the host, an input pipeline that starves eight cards, a network nobody named.
bool set_aside(const CsvRow& run) {
  const std::string& id = text(run, "id");
  const std::string& model = text(run, "model");
  const std::string& chip = text(run, "accelerator_id");
  const std::string& count = text(run, "accelerator_count");
  if (model == "retinanet-resnext50" && chip == "b200")
    return count == "32" || count == "64";
  if (model == "unet3d-kits19" && chip == "tpu-v4")
    return count == "64" || count == "512";
  if (model == "qwen-7b" && text(run, "method") == "lora" && text(run, "nodes") == "2")
    return text(run, "seq_len") == "512" || text(run, "seq_len") == "4096";
  return id.starts_with("stas-llama3.1-8b-h200-141gb-sxm-s8k") ||
         (model == "llama3-70b" && contains(text(run, "source"), "torchtune")) ||
         id.starts_with("lambda-bert-large-a100-80gb-sxm-g8") ||
         (id.starts_with("lambda2022-bert-large") && chip == "rtx3090" && count == "8");
}

/// TPU runs published after the fit: the form has not seen them.
bool unseen(const CsvRow& run) {
  return text(run, "id").starts_with("maxtext-v");
}

struct Validation {
  std::vector<CsvRow> runs;
  std::vector<Scored> scored;
  std::vector<std::string> without_answer;
};

Validation validate(const std::string& facts, const gpuplan::perf::TrainingModel& model) {
  Validation result;
  result.runs = gpuplan::test::read_csv(facts + "/truth_training.csv");
  const Chips chips = read_chips(facts);
  const Figures figures = read_figures(facts);
  for (const CsvRow& run : result.runs) {
    if (set_aside(run))
      continue;
    const auto machine = machine_of(run, chips);
    const auto job = job_of(run, figures);
    const auto prediction = machine && job ? predict(run, *job, *machine, model) : std::nullopt;
    if (prediction)
      result.scored.push_back({&run, job->kind, *prediction});
    else
      result.without_answer.push_back(text(run, "id"));
  }
  return result;
}

Score score_of(const std::vector<Scored>& rows, const std::function<bool(const Scored&)>& keep) {
  std::vector<double> ratios;
  for (const Scored& row : rows)
    if (keep(row))
      ratios.push_back(row.prediction.ratio());
  return score(std::move(ratios));
}

/// Between chips: same source, model, precision and count of devices.
Kendall between_chips(const std::vector<Scored>& rows) {
  std::map<std::string, std::vector<const Scored*>> groups;
  for (const Scored& row : rows) {
    const std::string& source = text(*row.run, "source");
    const std::string repository = source.substr(0, source.find(':'));
    groups[repository + '|' + text(*row.run, "model") + '|' + text(*row.run, "precision") + '|' +
           text(*row.run, "accelerator_count")]
        .push_back(&row);
  }
  Kendall kendall;
  for (const auto& [key, members] : groups)
    for (std::size_t a = 0; a < members.size(); ++a)
      for (std::size_t b = a + 1; b < members.size(); ++b)
        if (text(*members[a]->run, "accelerator_id") != text(*members[b]->run, "accelerator_id"))
          kendall.add(members[a]->prediction.predicted,
                      members[b]->prediction.predicted,
                      members[a]->prediction.measured,
                      members[b]->prediction.measured);
  return kendall;
}

void print_row(const Scored& row) {
  const auto& l = row.prediction.layout;
  std::cout << fmt::format("{:6.3f} {} t{} p{} c{} e{} v{} micro-batch {:g} x {:g} recompute {}\n",
                           row.prediction.ratio(),
                           text(*row.run, "id"),
                           l.tensor,
                           l.pipeline,
                           l.context,
                           l.expert,
                           l.virtual_stages,
                           l.samples,
                           row.prediction.micro_batches,
                           static_cast<int>(l.recompute));
}

} // namespace

TEST_CASE("published training runs are predicted as well as the fit was", "[validation]") {
  const char* facts = std::getenv("GPUPLAN_FACTS");
  if (facts == nullptr) {
    std::cout << "skipped: GPUPLAN_FACTS does not name the folder of measured runs\n";
    return;
  }
  const auto model = gpuplan::test::training_model();
  const Validation validation = validate(facts, model);
  const auto& rows = validation.scored;
  REQUIRE(rows.size() > 1100);

  const auto fitted = [](const Scored& row) { return !unseen(*row.run); };
  const Score all = score_of(rows, [](const Scored&) { return true; });
  const Score seen = score_of(rows, fitted);
  std::cout << fmt::format("{:44}{}\n", "all", describe(all));
  std::cout << fmt::format("{:44}{}\n", "without TPU runs newer than the fit", describe(seen));
  std::cout << "without an answer:";
  for (const auto& id : validation.without_answer)
    std::cout << ' ' << id;
  std::cout << '\n';
  std::set<std::string> stacks;
  for (const Scored& row : rows)
    stacks.insert(text(*row.run, "stack"));
  std::map<std::string, Score> by_stack;
  for (const auto& stack : stacks) {
    by_stack[stack] = score_of(
        rows, [&](const Scored& row) { return text(*row.run, "stack") == stack && fitted(row); });
    std::cout << fmt::format("  stack {:36}{}\n", stack, describe(by_stack[stack]));
    for (std::size_t k = 0; k < k_row_kinds; ++k) {
      const Score s = score_of(rows, [&](const Scored& row) {
        return text(*row.run, "stack") == stack && row.kind == static_cast<RowKind>(k);
      });
      if (s.rows > 0)
        std::cout << fmt::format("    {:40}{}\n", to_string(static_cast<RowKind>(k)), describe(s));
    }
  }
  const Kendall kendall = between_chips(rows);
  std::cout << fmt::format(
      "Kendall between chips {:.2f} over {} pairs\n", kendall.tau(), kendall.pairs);
  if (std::getenv("GPUPLAN_VALIDATION_ROWS") != nullptr)
    for (const Scored& row : rows)
      print_row(row);

  // Slightly above what the documented, rounded coefficients reach on these runs; the fit itself
  // was at 7.2 % and 28 % with factors by generation and precision that were not published.
  CHECK(all.median < 0.100);
  CHECK(all.ninetieth < 0.36);
  CHECK(seen.median < 0.098);
  CHECK(seen.ninetieth < 0.35);
  CHECK(std::abs(seen.bias) < 0.03);
  CHECK(kendall.tau() > 0.92);
  constexpr double k_percent = 100;
  const auto line = readme_line(
      "training rate, all kinds", all.rows, k_percent * all.median, k_percent * all.ninetieth);
  CAPTURE(line);
  CHECK(readme_says(line));
  CHECK(readme_says(fmt::format(
      "{:.2f} over {} pairs", kendall.tau(), gpuplan::core::with_thousands(kendall.pairs))));

  struct Bound {
    const char* stack;
    double median, ninetieth;
  };

  const auto bounds = {Bound{"fsdp", 0.050, 0.21},
                       Bound{"megatron", 0.110, 0.31},
                       Bound{"megatron-deepspeed", 0.085, 0.26},
                       Bound{"mlperf", 0.115, 0.42},
                       Bound{"framework-amp", 0.110, 0.37},
                       Bound{"finetune-recipe", 0.190, 0.56},
                       Bound{"other", 0.130, 0.32}};
  for (const Bound& bound : bounds) {
    CAPTURE(bound.stack);
    CHECK(by_stack[bound.stack].median < bound.median);
    CHECK(by_stack[bound.stack].ninetieth < bound.ninetieth);
  }
}
