#include "engine/algorithm/erm/theory/complexity_tables.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/math/elementary.h"

namespace noisy {
namespace {

using Facts = ComplexityFacts;

constexpr std::string_view kBassily = "Bassily, Smith and Thakurta 2014";
constexpr std::string_view kKifer = "Kifer, Smith and Thakurta 2012";
constexpr std::string_view kTalwar = "Talwar, Thakurta and Zhang 2014";
constexpr std::string_view kZhang = "Zhang, Zheng, Mou and Wang 2017";

double log_of(double x) {
  return std::max(1.0, math::log(x));
}

double square(double x) {
  return x * x;
}

double two_thirds(double x) {
  return math::pow(x, 2.0 / 3.0);
}

double budget(const Facts& facts) {
  return facts.samples * facts.epsilon;
}

// p/(n eps)^2, the order of the strongly convex case.
double fast_rate(const Facts& facts) {
  return facts.dimension / square(budget(facts));
}

// sqrt(p)/(n eps), the order of the convex case.
double slow_rate(const Facts& facts) {
  return std::sqrt(facts.dimension) / budget(facts);
}

// G_C^2 + |C|^2.
double squared_size(const Facts& facts) {
  return square(facts.gaussian_width) + square(facts.diameter);
}

double all_pairs(const Facts& facts) {
  return square(facts.samples);
}

constexpr std::array<ComplexityRow, 6> kStronglyConvex = {{
    {"DP-SVRG", "Theorem 4.2", "p log(n)/(n eps)^2",
     [](const Facts& facts) { return fast_rate(facts) * log_of(facts.samples); },
     "(n + kappa) log(n eps mu/p)",
     [](const Facts& facts) {
       return (facts.samples + 1.0 / facts.strong_convexity) *
              log_of(budget(facts) * facts.strong_convexity / facts.dimension);
     },
     true},
    {"Objective perturbation", "Chaudhuri and Monteleoni 2009; with Sarwate 2011", "p/(n eps)^2",
     &fast_rate, "", nullptr, false},
    {"Objective perturbation", kKifer, "p/(n eps)^2 + lambda |x_*|^2/(n eps)",
     [](const Facts& facts) {
       return fast_rate(facts) + facts.regularization * square(facts.distance) / budget(facts);
     },
     "", nullptr, true},
    {"Gradient perturbation", kBassily, "p log(n)^2/(n eps)^2",
     [](const Facts& facts) { return fast_rate(facts) * square(log_of(facts.samples)); }, "n^2",
     &all_pairs, true},
    {"Output perturbation", kZhang, "p/(n eps)^2", &fast_rate, "n kappa log(n eps/kappa)",
     [](const Facts& facts) {
       return facts.samples / facts.strong_convexity *
              log_of(budget(facts) * facts.strong_convexity);
     },
     false},
    {"Lower bound", kBassily, "min(1, p/(n eps)^2)",
     [](const Facts& facts) { return std::min(1.0, fast_rate(facts)); }, "", nullptr, false},
}};

constexpr std::array<ComplexityRow, 5> kConvex = {{
    {"DP-SVRG++", "Theorem 4.4", "sqrt(p)/(n eps)", &slow_rate, "n eps/sqrt(p) + n log(n eps/p)",
     [](const Facts& facts) {
       return budget(facts) / std::sqrt(facts.dimension) +
              facts.samples * log_of(budget(facts) / facts.dimension);
     },
     true},
    {"Objective perturbation", kKifer, "sqrt(p)/(n eps)", &slow_rate, "", nullptr, true},
    {"Gradient perturbation", kBassily, "sqrt(p) log(n)^(3/2)/(n eps)",
     [](const Facts& facts) {
       const double factor = log_of(facts.samples);
       return slow_rate(facts) * factor * std::sqrt(factor);
     },
     "n^2", &all_pairs, true},
    {"Output perturbation", kZhang, "(sqrt(p)/(n eps))^(2/3)",
     [](const Facts& facts) { return two_thirds(slow_rate(facts)); }, "n (n eps/p)^(2/3)",
     [](const Facts& facts) { return facts.samples * two_thirds(budget(facts) / facts.dimension); },
     false},
    {"Lower bound", kBassily, "min(1, sqrt(p)/(n eps))",
     [](const Facts& facts) { return std::min(1.0, slow_rate(facts)); }, "", nullptr, false},
}};

constexpr std::array<ComplexityRow, 4> kHighDimension = {{
    {"DP-AccMD", "Theorem 5.4", "sqrt(G_C^2 + |C|^2)/(n eps)",
     [](const Facts& facts) { return std::sqrt(squared_size(facts)) / budget(facts); },
     "n^(3/2) sqrt(eps)/(G_C^2 + |C|^2)^(1/4)",
     [](const Facts& facts) {
       return facts.samples * std::sqrt(budget(facts)) / std::sqrt(std::sqrt(squared_size(facts)));
     },
     false},
    {"Gradient perturbation", kTalwar, "sqrt(G_C^2 + |C|^2) log(n)/(n eps)",
     [](const Facts& facts) {
       return std::sqrt(squared_size(facts)) * log_of(facts.samples) / budget(facts);
     },
     "n^3 eps^2/((G_C^2 + |C|^2) log(n)^2)",
     [](const Facts& facts) {
       return facts.samples * square(budget(facts)) /
              (squared_size(facts) * square(log_of(facts.samples)));
     },
     true},
    {"Objective perturbation", kTalwar, "(G_C + lambda |C|^2)/(n eps)",
     [](const Facts& facts) {
       return (facts.gaussian_width + facts.regularization * square(facts.diameter)) /
              budget(facts);
     },
     "", nullptr, false},
    {"Frank-Wolfe", "Talwar, Thakurta and Zhang 2015", "G_C^(2/3) log(n)^2/(n eps)^(2/3)",
     [](const Facts& facts) {
       return two_thirds(facts.gaussian_width / budget(facts)) * square(log_of(facts.samples));
     },
     "(n eps)^(2/3)/G_C^(2/3)",
     [](const Facts& facts) { return two_thirds(budget(facts) / facts.gaussian_width); }, true},
}};

constexpr std::array<ComplexityRow, 1> kPolyakLojasiewicz = {{
    {"DP-GD, last iterate", "Theorem 6.2", "p log(n)^2/(n eps)^2",
     [](const Facts& facts) { return fast_rate(facts) * square(log_of(facts.samples)); },
     "n kappa log(n eps/p)",
     [](const Facts& facts) {
       return facts.samples / facts.strong_convexity * log_of(budget(facts) / facts.dimension);
     },
     false},
}};

constexpr std::array<ComplexityRow, 2> kNonconvex = {{
    {"DP-GD, random iterate", "Theorem 6.3", "sqrt(p)/(n eps)", &slow_rate, "n^2 eps/sqrt(p)",
     [](const Facts& facts) { return facts.samples * budget(facts) / std::sqrt(facts.dimension); },
     false},
    {"RRPSGD", kZhang, "log(n) sqrt(p)/(n eps)",
     [](const Facts& facts) { return slow_rate(facts) * log_of(facts.samples); }, "n^2", &all_pairs,
     false},
}};

constexpr std::array<ComplexityTable, 5> kTables = {{
    {ComplexitySetting::strongly_convex, "Table 1", "gap to the optimum", kStronglyConvex},
    {ComplexitySetting::convex, "Table 2", "gap to the optimum", kConvex},
    {ComplexitySetting::high_dimension, "Table 3", "gap to the optimum", kHighDimension},
    {ComplexitySetting::polyak_lojasiewicz, "Section 6.1", "gap to the optimum",
     kPolyakLojasiewicz},
    {ComplexitySetting::nonconvex, "Section 6.2", "squared norm of the gradient", kNonconvex},
}};

}  // namespace

std::span<const ComplexityTable> complexity_tables() {
  return kTables;
}

}  // namespace noisy
