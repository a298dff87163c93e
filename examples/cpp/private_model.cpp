// A private model of a table that the program holds in memory: 2000 people who answer a letter more
// often the older they are.

#include <cstdio>
#include <string>
#include <vector>

#include "noisy_descent/noisy_descent.h"

int fail(const noisy_descent::Error& error) {
  std::fprintf(stderr, "%s at %s: %s\n", error.code.c_str(), error.field.c_str(),
               error.message.c_str());
  return 1;
}

int main() {
  std::vector<double> age;
  std::vector<std::string> answer;
  for (int i = 0; i < 2000; ++i) {
    age.push_back(20 + i * 37 % 60);
    answer.push_back(i * 53 % 100 < age.back() ? "yes" : "no");
  }
  const std::vector<noisy_descent::Column> columns = {{"age", age}, {"answer", answer}};
  const auto table = noisy_descent::table(columns);
  if (!table) return fail(table.error());

  // The range of a column is public: it is stated, not taken from the records.
  const auto fitted = noisy_descent::fit(*table, R"({
    "target": "answer", "positive": ["yes"], "epsilon": 1, "method": "dp-gd",
    "columns": {"age": {"lower": 18, "upper": 80}}})");
  if (!fitted) return fail(fitted.error());

  const auto predictions = noisy_descent::predict(fitted->model, *table);
  if (!predictions) return fail(predictions.error());
  std::printf("%.60s...\n", predictions->c_str());
  const auto card = noisy_descent::model_card(fitted->model);
  std::puts(card ? card->c_str() : card.error().message.c_str());
}
