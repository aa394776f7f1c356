#include "perf/inference/pass_text.hpp"

#include "perf/inference/explain_line.hpp"

#include <fmt/format.h>

namespace gpuplan::perf::inference {

namespace {

double gigabytes_of(double bytes) {
  return bytes / core::k_bytes_per_gb;
}

/// `2 x (6.98e+09 x 1000 tokens + 5.25e+08 x 1 head) FLOP / rate = 37.1 ms, reading 15 GB / rate =
/// 5.9 ms: (a^4 + b^4)^(1/4)`.
std::string products_text(const PassText& t) {
  return fmt::format("2 x ({:.4g} x {:.6g} tokens + {:.4g} x {:.6g} of the head){} / rate = {} ms; "
                     "reading {:.4g} GB / rate = {} ms; (a^4 + b^4)^(1/4)",
                     t.split.per_token(),
                     t.pass.tokens,
                     t.split.head,
                     t.pass.heads,
                     t.split.per_expert > 0 ? ", those of experts slower," : "",
                     ms_text(t.bare(t.times.multiply_s)),
                     gigabytes_of(t.bare(t.times.read_s) * t.rates.weights()),
                     ms_text(t.bare(t.times.read_s)));
}

} // namespace

std::string sum_text(const PassText& t) {
  std::string parts;
  const auto add = [&](double seconds, std::string_view name) {
    if (seconds > 0)
      parts += fmt::format("{}{} {}", parts.empty() ? "" : " + ", ms_text(t.bare(seconds)), name);
  };
  add(t.times.matrices_s * t.free_share(), "products");
  add(t.times.attention_s * t.free_share(), "attention");
  add(t.times.kv_s, "cache");
  add(t.times.links_s, "links");
  add(t.times.host_s, "host work");
  std::string text = "(" + parts + ")" + factor_text("release", t.costs.time_factor);
  if (t.times.held_back_s > 0)
    text += fmt::format(" + {}, as no run reaches more of the peak", ms_text(t.times.held_back_s));
  if (t.times.stages_s > 0)
    text += fmt::format(" + {} from stage to stage", ms_text(t.times.stages_s));
  return text;
}

void add_parts(std::vector<std::string>& lines, const PassText& t) {
  const auto add = [&](std::string_view label, double seconds, const std::string& text) {
    if (seconds > 0)
      lines.push_back(time_line(label, t.bare(seconds), text));
  };
  add("  products", t.times.matrices_s * t.free_share(), products_text(t));
  add("  attention",
      t.times.attention_s * t.free_share(),
      fmt::format(
          "4 x {:.4g} x {:.4g} pairs of tokens / rate", t.rates.attention_width, t.pass.attention));
  add("  cache", t.times.kv_s, fmt::format("{:.4g} GB / rate", gigabytes_of(t.pass.kv_bytes)));
  add("  links",
      t.times.links_s,
      fmt::format("{} ms + {:.6g} tokens x {:.4g} us",
                  ms_text(t.costs.message_s),
                  t.pass.tokens,
                  t.costs.message_token_s / k_seconds_per_us));
  add("  host work",
      t.times.host_s,
      fmt::format("{} ms + {:.6g} sequences x {:.4g} us",
                  ms_text(t.costs.host_s),
                  t.pass.heads,
                  t.costs.sequence_s / k_seconds_per_us));
}

} // namespace gpuplan::perf::inference
