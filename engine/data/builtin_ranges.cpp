#include <array>
#include <string>

#include "engine/data/builtin_data.h"

namespace noisy {
namespace {

constexpr const char* kScikitLearn = "; file from scikit-learn 1.2.1 (BSD-3-Clause)";

/// Ten measurements of cell nuclei, in pixels of the digitized image where they have a unit, each
/// as mean, standard error and "worst" (mean of the three largest) of an image. Lengths and areas
/// begin at 0; the dimensionless ones are ratios whose natural scale is below 1.
std::vector<BuiltinColumn> breast_cancer_columns() {
  struct Measurement {
    const char* name;
    double mean;
    double error;
    double worst;
  };
  constexpr std::array<Measurement, 10> kUpper = {{{"radius", 40, 4, 50},
                                                   {"texture", 50, 6, 60},
                                                   {"perimeter", 250, 30, 350},
                                                   {"area", 4000, 800, 6000},
                                                   {"smoothness", 0.25, 0.05, 0.3},
                                                   {"compactness", 0.5, 0.2, 1.5},
                                                   {"concavity", 0.6, 0.5, 1.5},
                                                   {"concave points", 0.3, 0.1, 0.5},
                                                   {"symmetry", 0.5, 0.1, 0.8},
                                                   {"fractal dimension", 0.15, 0.05, 0.3}}};
  std::vector<BuiltinColumn> columns;
  for (const Measurement& m : kUpper)
    columns.push_back({std::string("mean ") + m.name, {0, m.mean}});
  for (const Measurement& m : kUpper)
    columns.push_back({m.name + std::string(" error"), {0, m.error}});
  for (const Measurement& m : kUpper)
    columns.push_back({std::string("worst ") + m.name, {0, m.worst}});
  return columns;
}

/// Each pixel counts the set dots of a 4 x 4 block.
std::vector<BuiltinColumn> digits_columns() {
  std::vector<BuiltinColumn> columns;
  for (int i = 0; i < 64; ++i) {
    columns.push_back({"pixel " + std::to_string(i / 8) + " " + std::to_string(i % 8), {0, 16}});
  }
  return columns;
}

/// Years; 1 or 2; kg/m^2; mm Hg; mg/dl for the lipids and the glucose.
std::vector<BuiltinColumn> diabetes_columns() {
  return {{"age", {0, 100}},
          {"sex", {1, 2}},
          {"body mass index", {10, 60}},
          {"blood pressure", {40, 180}},
          {"total cholesterol", {50, 400}},
          {"low-density lipoproteins", {0, 300}},
          {"high-density lipoproteins", {0, 150}},
          {"cholesterol ratio", {1, 12}},
          {"log triglycerides", {2, 8}},
          {"blood glucose", {40, 300}}};
}

BuiltinData breast_cancer() {
  BuiltinData data;
  data.name = "breast-cancer";
  data.title = "Breast cancer Wisconsin (diagnostic)";
  data.source = "Wolberg, Mangasarian, Street and Street 1995, UCI Machine Learning Repository";
  data.licence = std::string("CC BY 4.0") + kScikitLearn;
  data.target = "diagnosis: 0 malignant, 1 benign";
  data.target_range = {0, 1};
  data.class_names = {"malignant", "benign"};
  data.samples = 569;
  data.columns = breast_cancer_columns();
  return data;
}

BuiltinData digits() {
  BuiltinData data;
  data.name = "digits";
  data.title = "Handwritten digits";
  data.source = "Alpaydin and Kaynak 1998, UCI Machine Learning Repository (test part)";
  data.licence = std::string("CC BY 4.0") + kScikitLearn;
  data.target = "the digit, 0 to 9";
  data.target_range = {0, 9};
  for (int digit = 0; digit < 10; ++digit) data.class_names.push_back(std::to_string(digit));
  data.samples = 1797;
  data.columns = digits_columns();
  return data;
}

BuiltinData diabetes() {
  BuiltinData data;
  data.name = "diabetes";
  data.title = "Diabetes progression";
  data.source = "Efron, Hastie, Johnstone and Tibshirani 2004, Annals of Statistics 32";
  data.licence = std::string("public research data") + kScikitLearn;
  data.target = "disease progression one year after baseline";
  data.target_range = {0, 400};
  data.samples = 442;
  data.columns = diabetes_columns();
  return data;
}

}  // namespace

const std::vector<BuiltinData>& builtin_data() {
  static const std::vector<BuiltinData> all = {breast_cancer(), digits(), diabetes()};
  return all;
}

}  // namespace noisy
