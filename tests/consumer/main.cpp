#include <gpuplan/gpuplan.hpp>
#include <iostream>

int report(const std::vector<gpuplan::Diagnostic>& faults) {
  for (const auto& fault : faults)
    std::cerr << fault.text; // file:line:column, what was met, what was expected
  return 1;
}

// What to rent of AWS for a fine-tune, with prices of our own laid over the catalog:
//     rent prices.csv
int main(int argc, char** argv) {
  const auto catalog = gpuplan::Catalog::load({argv + 1, argv + argc});
  if (!catalog)
    return report(catalog.diagnostics());

  const gpuplan::Job job{.keys = {{"model", "llama-3.1-70b"},
                                  {"data.tokens", "50M"},
                                  {"constraints.providers", "aws"}}};
  const auto answer = catalog->plan(job, std::chrono::year{2026} / 11 / 30);
  if (!answer)
    return report(answer.diagnostics());

  std::cout << "gpuplan " << gpuplan::k_version << ", catalog of " << catalog->version() << '\n';
  for (const auto& plan : answer->plans()) {
    std::cout << plan.reference << " at " << plan.price_per_hour.decimal() << " USD/h: ";
    if (plan.time)
      std::cout << plan.time->value.count() << " h, ";
    std::cout << plan.total.value.rounded() << " USD\n";
  }
}
