#include "support/catch.hpp"
#include "support/memory_calibration.hpp"
#include "validation/memory/published_runs.hpp"
#include "validation/readme.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace gpuplan;
using namespace gpuplan::test;

namespace {

struct Scored {
  std::string id;
  std::string task;
  std::string source;
  double predicted = 0; ///< GiB, in the class of the published figure
  std::optional<double> measured;
  double ratio = 0; ///< device over usable; 0 where there is no card
  std::string fits;
  bool language_model = true;
  bool set_aside = false;

  [[nodiscard]] double error() const { return predicted / *measured - 1; }
};

/// Median and 90th percentile of absolute errors, and the mean with its sign, in per cent.
struct Errors {
  std::size_t count = 0;
  double median = 0;
  double p90 = 0;
  double bias = 0;
};

double quantile(std::vector<double> values, double share) {
  if (values.empty())
    return 0;
  std::sort(values.begin(), values.end());
  const double at = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const auto above = std::min(below + 1, values.size() - 1);
  return values[below] + (at - std::floor(at)) * (values[above] - values[below]);
}

template <class Chosen>
Errors errors_of(const std::vector<Scored>& rows, Chosen&& chosen) {
  std::vector<double> sizes;
  double sum = 0;
  for (const auto& row : rows)
    if (row.measured && chosen(row)) {
      sizes.push_back(100 * std::fabs(row.error()));
      sum += 100 * row.error();
    }
  Errors errors{.count = sizes.size()};
  if (sizes.empty())
    return errors;
  errors.median = quantile(sizes, 0.5);
  errors.p90 = quantile(sizes, 0.9);
  errors.bias = sum / static_cast<double>(sizes.size());
  return errors;
}

void print(const char* rows, const Errors& errors, const char* published) {
  std::printf("%-34s %4zu  median %5.1f  p90 %5.1f  bias %+5.1f   prototype %s\n",
              rows,
              errors.count,
              errors.median,
              errors.p90,
              errors.bias,
              published);
}

std::vector<Scored> score(const std::vector<TruthRow>& truth, const PublishedModels& models) {
  const auto& c = shipped_memory_model().coefficients();
  std::vector<Scored> scored;
  for (const auto& row : truth) {
    auto run = language_model_run(row, models, c);
    if (!run)
      run = vision_run(row, models, c);
    if (!run)
      continue;
    const auto estimate = run->predict();
    if (!estimate)
      continue;
    Scored result{.id = row.text("id"), .task = row.text("task"), .source = row.text("source")};
    result.predicted = core::to_gib(estimate->reading(run->reading)) * run->devices_summed;
    result.measured = row.number("measured_peak_gib");
    result.fits = row.text("fits");
    const auto usable = usable_gib(row.text("accelerator_id"));
    if (usable)
      result.ratio = core::to_gib(estimate->device) / *usable;
    result.language_model = run->language_model;
    result.set_aside = run->set_aside;
    if (std::getenv("GPUPLAN_VALIDATION_ROWS") != nullptr)
      std::printf(
          "row %s %s %s | %s | %s b%s s%s g%s | pred %.2f meas %s err %+.1f%% x %.3f %s%s\n",
          result.id.c_str(),
          row.text("model").c_str(),
          result.task.c_str(),
          result.source.substr(0, 40).c_str(),
          row.text("precision").c_str(),
          row.text("micro_batch").c_str(),
          row.text("seq_len").c_str(),
          row.text("gpus").c_str(),
          result.predicted,
          row.text("measured_peak_gib").c_str(),
          result.measured ? 100 * result.error() : 0.0,
          result.ratio,
          result.fits.c_str(),
          result.set_aside ? " aside" : "");
    scored.push_back(std::move(result));
  }
  return scored;
}

} // namespace

TEST_CASE("peak memory comes out as published runs measured it", "[validation][memory]") {
  const auto folder = facts_folder();
  if (!folder) {
    std::puts("skipped: GPUPLAN_FACTS is not set, the table of measured peaks is not here");
    return;
  }
  const auto truth = read_table(*folder + "/truth_memory.csv");
  const auto shapes = read_table(*folder + "/models_llm.csv");
  REQUIRE(truth);
  REQUIRE(shapes);
  const auto rows = score(*truth, PublishedModels{*shapes});
  const auto kept = [](const char* task) {
    return [task](const Scored& row) {
      return row.language_model && !row.set_aside && (*task == '\0' || row.task == task);
    };
  };
  const auto every = [](const char* task) {
    return [task](const Scored& row) {
      return row.language_model && (*task == '\0' || row.task == task);
    };
  };

  const auto all_kept = errors_of(rows, kept(""));
  std::puts("peaks, absolute error in per cent");
  print("language models, kept", all_kept, "201: 4.2 / 15.2");
  print("language models, every row", errors_of(rows, every("")), "215: 4.9 / 18.6");
  print("inference, kept", errors_of(rows, kept("infer")), "110: 2.7 / 16.3");
  print("LoRA, kept", errors_of(rows, kept("lora")), "57: 6.2 / 12.9");
  print("QLoRA, kept", errors_of(rows, kept("qlora")), "20: 6.8 / 30.3");
  print("full fine-tuning, kept", errors_of(rows, kept("full")), "14: 8.0 / 13.4");
  const auto family = [](const char* source) {
    return [source](const Scored& row) {
      return !row.language_model && row.source.find(source) != std::string::npos;
    };
  };
  print("autoencoders, in sample", errors_of(rows, family("hybrid")), "30: 4.8 / 13.4 left out");
  print("image transformers, in sample", errors_of(rows, family("amused")), "9: 4.8 / 16.3");
  print("YOLO, in sample", errors_of(rows, family("ultralytics")), "not given");
  print("detectors, a look-up of these rows", errors_of(rows, family("detectron2")), "no evidence");

  int judged = 0, out = 0, ran = 0, false_fits = 0, false_misfits = 0, tight = 0, tight_out = 0;
  const auto& model = shipped_memory_model();
  for (const auto& row : rows) {
    if (row.fits.empty() || row.ratio <= 0 || row.set_aside)
      continue;
    ++judged;
    const auto fit = model.judge(core::Bytes{row.ratio}, core::Bytes{1});
    const bool fitted = row.fits == "yes";
    const bool is_tight = fit == sizing::Fit::tight || fit == sizing::Fit::may_fit;
    (fitted ? ran : out) += 1;
    false_fits += !fitted && fit == sizing::Fit::fits;
    tight_out += !fitted && is_tight;
    false_misfits += fitted && fit == sizing::Fit::does_not_fit;
    tight += fitted && is_tight;
    if ((!fitted && fit == sizing::Fit::fits) || (fitted && fit == sizing::Fit::does_not_fit))
      std::printf(
          "  wrong: %s x = %.3f, published %s\n", row.id.c_str(), row.ratio, row.fits.c_str());
  }
  const double tight_share = 100.0 * tight / ran;
  std::printf("verdicts: %d judged, %d out of memory (%d called fit, %d tight), %d ran (%d called "
              "unfit, %d tight = %.1f %%)\n"
              "  prototype: 524 judged, 50 (0, 7), 474 (5, 71 = 15.0 %%)\n",
              judged,
              out,
              false_fits,
              tight_out,
              ran,
              false_misfits,
              tight,
              tight_share);

  CHECK(all_kept.count >= 195);
  CHECK(all_kept.median <= 6.0);
  CHECK(all_kept.p90 <= 18.0);
  CHECK(false_fits <= 1);
  CHECK(tight_share <= 18.0);

  const auto all = errors_of(rows, every(""));
  const auto line =
      validation::readme_line("peak memory, language models", all.count, all.median, all.p90);
  CAPTURE(line);
  CHECK(validation::readme_says(line));
  const auto verdicts = fmt::format(
      "Of {} runs whose end is known, {} ran out of memory: {} of them is called a fit, {} tight; "
      "of the {} that ran, {} are called unfit and {} tight.",
      judged,
      out,
      false_fits == 0 ? "none" : fmt::format("{}", false_fits),
      tight_out,
      ran,
      false_misfits,
      tight);
  CAPTURE(verdicts);
  CHECK(validation::readme_says(verdicts));
}
