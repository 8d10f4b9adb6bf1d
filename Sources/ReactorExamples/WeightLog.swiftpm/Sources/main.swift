import ExampleWeightLogApp

WeightLogApp.main()
